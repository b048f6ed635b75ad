package org.mizani.operator.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.AtOnce;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Setting up and showing sweeps. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class SweepApiTest {

  private static final String UNKNOWN_BUSINESS =
      "/operator/businesses/a8761c88-44ba-4c63-b785-3f84b7903211";

  @Inject Rows rows;
  @Inject AuditEntries audit;

  private String id;
  private String business;

  @BeforeEach
  void createBusiness() {
    id =
        TestOperator.request()
            .body(Map.of("name", "Swept"))
            .post("/operator/businesses")
            .path("businessId");
    business = "/operator/businesses/" + id;
  }

  @Test
  void showsASweepWithItsAccountHolder() {
    Response answer = put(toPhone("KES", "+254712345678"));

    assertThat(answer.statusCode()).isEqualTo(200);
    Map<String, Object> sweep = answer.path("");
    assertThat(sweep)
        .containsEntry("currency", "KES")
        .containsEntry("channel", "mobile")
        .containsEntry("bankCode", null)
        .containsEntry("recipient", "***678")
        .containsEntry("holder", "TEST RECIPIENT KE")
        .containsEntry("minimum", 1000)
        .containsEntry("time", "23:00")
        .containsEntry("enabled", true)
        .doesNotContainKey("lastRun");
    assertThat(sweep.get("nextAt").toString()).endsWith("T23:00:00Z");
    assertThat(sweeps()).containsExactly(sweep);
  }

  @Test
  void aNewSweepReplacesTheWalletsSweep() {
    put(toPhone("KES", "+254712345678"));
    put(toPhone("TZS", "+255754000001"));

    assertThat(put(with(toBank(), "enabled", false)).statusCode()).isEqualTo(200);

    assertThat(sweeps()).extracting(s -> s.get("currency")).containsExactly("KES", "TZS");
    assertThat(sweeps().get(0))
        .containsEntry("channel", "bank")
        .containsEntry("bankCode", "01")
        .containsEntry("recipient", "***001")
        .containsEntry("enabled", false)
        .containsEntry("nextAt", null);
  }

  @Test
  void concurrentOperatorsCreateOneSweep() {
    String token = TestOperator.token();
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://localhost:" + ServicePort.number() + business + "/sweeps"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(new JsonObject(toPhone("KES", "+254712345678")).encode()))
            .build();

    List<HttpResponse<String>> answers = AtOnce.send(8, i -> request);

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(200);
    assertThat(sweeps()).hasSize(1);
  }

  @Test
  void auditsChangesWithoutAccountNumberAndHolder() {
    put(toPhone("KES", "+254712345678"));
    put(toBank());

    assertThat(audit.of("business/" + id + "/sweeps/KES"))
        .containsExactly(
            new AuditEntries.Written(
                "sweep.change", null, new JsonObject(entry("mobile", "***678"))),
            new AuditEntries.Written(
                "sweep.change",
                new JsonObject(entry("mobile", "***678")),
                new JsonObject(entry("bank", "***001"))));
    assertThat(audit.quoting("+254712345678")).isZero();
    assertThat(audit.quoting("TEST RECIPIENT")).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "currency|null|currency is required",
        "currency|'UGX'|currency must be one of: KES, TZS",
        "currency|5|invalid payload",
        "channel|null|channel is required",
        "channel|'till'|channel must be one of: mobile, bank",
        "receiverPhone|null|receiverPhone is required",
        "receiverPhone|'+255754000001'|receiverPhone must be a valid phone number of KE",
        "receiverPhone|'0712345678'|receiverPhone must be a valid phone number of KE",
        "minimum|null|minimum is required",
        "minimum|0|minimum must be greater than 0",
        "minimum|-1|minimum must be greater than 0",
        "minimum|0.001|minimum must have at most 2 decimal places for KES",
        "minimum|'1000'|invalid payload",
        "time|null|time is required",
        "time|'24:00'|time must be a time of day in the form HH:MM",
        "time|'7:00'|time must be a time of day in the form HH:MM",
        "time|'23:00:00'|time must be a time of day in the form HH:MM",
        "enabled|'yes'|invalid payload",
      })
  void refusesInvalidFieldsOfAPhone(String field, String json, String message) {
    JsonObject body = new JsonObject(toPhone("KES", "+254712345678"));
    body.put(field, Json.decodeValue(json.replace('\'', '"')));

    assertRefused(put(body.encode()), 400, message);

    assertThat(sweeps()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "KES, receiverBankCode, 99, receiverBankCode is not a supported bank",
    "KES, receiverBankCode, CORUTZTZ, receiverBankCode is not a supported bank",
    "KES, receiverBankCode, , receiverBankCode is required",
    "KES, receiverAccountNumber, , receiverAccountNumber is required",
    "KES, receiverAccountNumber, 12 34, receiverAccountNumber must be at most 34 letters and digits",
    "TZS, receiverBankCode, 01, receiverBankCode is not a supported bank",
    "TZS, receiverBankCode, BARCKENX, receiverBankCode is not a supported bank",
  })
  void refusesInvalidFieldsOfABankAccount(
      String currency, String field, String value, String message) {
    Map<String, Object> body = with(with(toBank(), field, value), "currency", currency);

    assertRefused(put(body), 400, message);

    assertThat(sweeps()).isEmpty();
  }

  @Test
  void refusesAnAccountThatIsNotActive() {
    assertRefused(put(toPhone("KES", "+254712345600")), 422, "account not active");
    assertRefused(
        put(with(with(toBank(), "currency", "TZS"), "receiverBankCode", "CORUTZTZ")),
        422,
        "account not active");

    assertThat(sweeps()).isEmpty();
    assertThat(audit.of("business/" + id + "/sweeps/KES")).isEmpty();
  }

  @Test
  void refusesAnUnknownBusiness() {
    Map<String, Object> body = toPhone("KES", "+254712345678");

    assertRefused(
        TestOperator.request().body(body).put(UNKNOWN_BUSINESS + "/sweeps"),
        404,
        "business not found");
    assertRefused(
        TestOperator.request().get(UNKNOWN_BUSINESS + "/sweeps"), 404, "business not found");
    assertRefused(
        TestOperator.request().get("/operator/businesses/x/sweeps"), 404, "business not found");
  }

  private static String entry(String channel, String recipient) {
    String bank = channel.equals("bank") ? "\"01\"" : "null";
    return """
        {"channel":"%s","bankCode":%s,"recipient":"%s","minimum":1000,"time":"23:00","enabled":true}"""
        .formatted(channel, bank, recipient);
  }

  private static Map<String, Object> toPhone(String currency, String phone) {
    Map<String, Object> body = new HashMap<>();
    body.put("currency", currency);
    body.put("channel", "mobile");
    body.put("receiverPhone", phone);
    body.put("minimum", 1000);
    body.put("time", "23:00");
    return body;
  }

  private static Map<String, Object> toBank() {
    Map<String, Object> body = toPhone("KES", null);
    body.put("channel", "bank");
    body.put("receiverBankCode", "01");
    body.put("receiverAccountNumber", "1100000001");
    return body;
  }

  private static Map<String, Object> with(Map<String, Object> fields, String name, Object value) {
    Map<String, Object> all = new HashMap<>(fields);
    all.put(name, value);
    return all;
  }

  private Response put(Object body) {
    return TestOperator.request().body(body).put(business + "/sweeps");
  }

  private List<Map<String, Object>> sweeps() {
    return TestOperator.request().get(business + "/sweeps").path("items");
  }
}
