package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.JsonValues;
import org.mizani.support.RawHttp;
import org.mizani.support.Refusals;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionApiTest {

  private final TestPartners partners = TestPartners.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @Test
  void showsThePayoutInTheContractsFieldsAndOrder() {
    Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    String reference = partner.transfer(transferOf("shown")).path("serviceReference");

    String body = partner.request().get("/business/transactions/shown").asString();

    String time = "\"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\\.[0-9]{1,3})?Z\"";
    assertThat(body)
        .matches(
            ("\\{\"serviceReference\":\"%s\",\"businessReference\":\"shown\","
                    + "\"status\":\"termination_(pending|success)\","
                    + "\"senderAmount\":7\\.75,\"senderCurrency\":\"USD\","
                    + "\"receiverAmount\":1000,\"receiverCurrency\":\"KES\","
                    + "\"createdAt\":%s,\"updatedAt\":%s\\}")
                .formatted(reference, time, time));
    Instant createdAt = Instant.parse(JsonValues.of(body).getString("createdAt"));
    assertThat(createdAt).isBetween(before, Instant.now());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/b",
        "/",
        "a//b/",
        "two words",
        " in blanks ",
        "Überweisung №7 😀",
        "100%",
        "%2F",
        "%",
        "a;b=c",
        "a?b=c&d",
        "a#b",
        "a+b",
        "a\\b",
        "it's \"quoted\"",
        "<script>",
        "{x}",
        "..a",
        "...",
        "[]",
        "a@b:c,d$e!f*(g)~h^i|j`k"
      })
  void aReferenceIsReadBackAsItWasGiven(String reference) {
    assertThat(partner.transfer(transferOf(reference)).statusCode()).isEqualTo(201);

    RawHttp.Answer answer = read(encoded(reference));

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(JsonValues.of(answer.body()).getString("businessReference")).isEqualTo(reference);
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "%00", "a%00b", "%0A", "Shown", "%F0%9F%98%80", "%ff"})
  void anUnknownReferenceIsNotFound(String encoded) {
    RawHttp.Answer answer = read(encoded);

    assertThat(answer.status() + " " + answer.body())
        .isEqualTo("404 " + Refusals.body("transaction not found"));
  }

  @Test
  void anOverlongReferenceIsNotFound() {
    assertThat(read("x".repeat(3000)).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%zz", "%e2%82"})
  void aBadlyEncodedPathIsAClientError(String encoded) {
    RawHttp.Answer answer = read(encoded);

    assertThat(answer.status()).isIn(400, 404);
    assertThat(answer.body()).doesNotContain("Exception");
  }

  private RawHttp.Answer read(String encoded) {
    return RawHttp.send(
        "GET /business/transactions/" + encoded, "Authorization: Bearer " + partner.token());
  }

  private static String encoded(String reference) {
    return URLEncoder.encode(reference, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
