package org.mizani.operator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.Eventually;
import org.mizani.support.PastTransfers;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Statements of wallets as JSON and CSV, short and long. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementApiTest {

  private static final String ALWAYS = "?currency=USD&purpose=payout&from=2020-01-01&to=2036-01-01";
  private static final int MANY = 25_000;

  @Inject TestPartners partners;
  @Inject PastTransfers past;
  @Inject Rows rows;
  @Inject AuditEntries audit;

  private Partner busy;

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void showsEveryTransferAndTheBalanceAfterIt() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String paid = payout(partner, "paid", "+254712345678");
    String failed = payout(partner, "=failed,\"91\"", "+254712345691");

    JsonObject statement = new JsonObject(get(partner, ALWAYS).asString());

    assertThat(statement.fieldNames())
        .containsExactly(
            "businessId",
            "currency",
            "purpose",
            "from",
            "to",
            "opening",
            "closing",
            "lines",
            "items");
    assertThat(statement.getString("businessId")).isEqualTo(idOf(partner));
    assertThat(statement.getString("from")).isEqualTo("2020-01-01");
    assertThat(statement.getJsonObject("opening")).isEqualTo(funds("0", "0"));
    assertThat(statement.getJsonObject("closing")).isEqualTo(funds("92.09", "0"));
    assertThat(statement.getInteger("lines")).isEqualTo(6);
    JsonArray items = statement.getJsonArray("items");
    assertLine(items, 1, "hold", paid, funds("-7.91", "7.91"), funds("92.09", "7.91"));
    assertLine(items, 2, "capture", paid, funds("0", "-7.75"), funds("92.09", "0.16"));
    assertLine(items, 3, "fee", paid, funds("0", "-0.16"), funds("92.09", "0"));
    assertLine(items, 4, "hold", failed, funds("-7.91", "7.91"), funds("84.18", "7.91"));
    assertLine(items, 5, "release", failed, funds("7.91", "-7.91"), funds("92.09", "0"));
    assertThat(items.getJsonObject(0).getString("kind")).isEqualTo("top_up");
    assertThat(items.getJsonObject(0).getValue("subjectId")).isNull();
    assertThat(items.getJsonObject(5).getString("reference")).isEqualTo("=failed,\"91\"");
  }

  @Test
  void writesTransfersAsCsv() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String failed = payout(partner, "=failed,\"91\"", "+254712345691");

    Response answer = get(partner, ALWAYS + "&format=csv");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualToIgnoringCase("text/csv;charset=UTF-8");
    List<String> lines = List.of(answer.asString().split("\r\n"));
    assertThat(lines).hasSize(6);
    assertThat(lines.get(0))
        .isEqualTo(
            "time,kind,reference,subjectId,available,holding,pending,"
                + "availableBalance,holdingBalance,pendingBalance");
    assertThat(lines.get(1)).isEqualTo("2020-01-01T00:00:00Z,opening,,,,,,0,0,0");
    assertThat(lines.get(2)).matches("2[^,]+Z,top_up,[^,]+,,100,0,0,100,0,0");
    assertThat(lines.get(4))
        .endsWith(",release,\"'=failed,\"\"91\"\"\"," + failed + ",7.91,-7.91,0,100,0,0");
    assertThat(lines.get(5)).isEqualTo("2036-01-01T00:00:00Z,closing,,,,,,100,0,0");
  }

  @Test
  void showsCollectionsInTheirWallet() {
    Partner partner =
        partners.create(BusinessProfile.named("Collector").withCollections(), Map.of());
    String id = partner.collect(collectionOf("order 1")).path("id");
    Eventually.eventually(
        () -> partner.request().get("/business/collections/" + id).<String>path("status"),
        "collection_success"::equals);

    JsonObject statement =
        new JsonObject(
            get(partner, ALWAYS.replace("USD&purpose=payout", "KES&purpose=collection"))
                .asString());

    JsonObject line = statement.getJsonArray("items").getJsonObject(0);
    assertThat(statement.getInteger("lines")).isEqualTo(1);
    assertThat(line.getString("kind")).isEqualTo("collect");
    assertThat(line.getString("reference")).isEqualTo("order 1");
    assertThat(line.getString("subjectId")).isEqualTo(id);
    assertThat(statement.getJsonObject("closing")).isEqualTo(funds("150", "0"));
  }

  @Test
  void aRangeShowsTheTransfersBetweenItsBalances() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "0"));
    past.write(partner, 10);

    JsonObject middle = range(partner, "2026-01-01T00:00:04Z", "2026-01-01T00:00:07Z");
    JsonObject before = range(partner, "2020-01-01", "2026-01-01T00:00:04Z");
    JsonObject after = range(partner, "2026-01-01T00:00:07Z", "2036-01-01");
    JsonObject nothing = range(partner, "2026-01-01T00:00:04.5Z", "2026-01-01T00:00:04.6Z");

    assertThat(middle.getJsonObject("opening")).isEqualTo(funds("6.27", "0"));
    assertThat(middle.getJsonObject("closing")).isEqualTo(funds("12.54", "0"));
    assertThat(middle.getJsonArray("items")).hasSize(12);
    assertThat(before.getJsonObject("closing")).isEqualTo(middle.getJsonObject("opening"));
    assertThat(after.getJsonObject("opening")).isEqualTo(middle.getJsonObject("closing"));
    assertThat(after.getJsonObject("closing")).isEqualTo(funds("20.9", "0"));
    assertThat(nothing.getJsonArray("items")).isEmpty();
    assertThat(nothing.getJsonObject("opening")).isEqualTo(nothing.getJsonObject("closing"));
  }

  @Test
  void anotherWalletsTransfersAreNotShown() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100", CurrencyUnit.KES, "5"));
    partners.create(Map.of(CurrencyUnit.USD, "7"));

    JsonObject statement = new JsonObject(get(partner, ALWAYS).asString());

    assertThat(statement.getInteger("lines")).isEqualTo(1);
    assertThat(statement.getJsonObject("closing")).isEqualTo(funds("100", "0"));
  }

  @Test
  void streamsAHundredThousandLinesAsJson() throws Exception {
    Partner partner = partnerWithManyTransfers();
    BigDecimal available = BigDecimal.ZERO;
    int lines = 0;
    String last = null;

    try (InputStream answer = stream(partner, ALWAYS);
        JsonParser json = new ObjectMapper().createParser(answer)) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.FIELD_NAME && json.currentName().equals("change")) {
          lines++;
          available = available.add(available(json));
        } else if (json.currentToken() == JsonToken.VALUE_STRING
            && json.currentName().equals("time")) {
          assertThat(last == null || last.compareTo(json.getText()) <= 0).isTrue();
          last = json.getText();
        }
      }
    }

    assertThat(lines).isEqualTo(4 * MANY);
    assertThat(available).isEqualByComparingTo("52250");
    assertThat(partner.available("USD")).isEqualByComparingTo(available);
  }

  @Test
  void streamsAHundredThousandLinesAsCsv() throws Exception {
    Partner partner = partnerWithManyTransfers();

    try (BufferedReader answer =
        new BufferedReader(
            new InputStreamReader(
                stream(partner, ALWAYS + "&format=csv"), StandardCharsets.UTF_8))) {
      List<String> lines = answer.lines().toList();

      assertThat(lines).hasSize(4 * MANY + 3);
      assertThat(lines.get(4 * MANY + 2)).endsWith(",closing,,,,,,52250,0,0");
      assertThat(lines.get(4 * MANY + 1)).matches(".*Z,fee,past 25000,.{36},0,-0.16,0,52250,0,0");
    }
  }

  /** Returns a partner with many transfers. Both formats share it, as writing takes seconds. */
  private Partner partnerWithManyTransfers() {
    if (busy == null) {
      busy = partners.create(Map.of(CurrencyUnit.USD, "0"));
      past.write(busy, MANY);
    }
    return busy;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "?purpose=payout&from=2026-01-01&to=2026-02-01              | currency is required",
        "?currency=usd&purpose=payout&from=2026-01-01&to=2026-02-01 | currency must be one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "?currency=USD&from=2026-01-01&to=2026-02-01                | purpose is required",
        "?currency=USD&purpose=all&from=2026-01-01&to=2026-02-01    | purpose must be \"payout\" or \"collection\"",
        "?currency=USD&purpose=payout                               | from and to are required",
        "?currency=USD&purpose=payout&from=2026-01-01               | from and to are required",
        "?currency=USD&purpose=payout&to=2026-01-01                 | from and to are required",
        "?currency=USD&purpose=payout&from=now&to=2026-01-01        | from must be an ISO 8601 date and time",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2026-02-30 | to must be an ISO 8601 date and time",
        "?currency=USD&purpose=payout&from=2026-01-02&to=2026-01-01 | from must be before to",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2026-01-01 | from must be before to",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2026-02-01&format=xml | format must be one of: json, csv",
      })
  void refusesAnInvalidQuery(String query, String message) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));

    assertRefused(get(partner, query), 400, message);
  }

  @Test
  void refusesAnUnknownWalletOrBusiness() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));

    assertRefused(get(partner, ALWAYS.replace("USD", "EUR")), 404, "wallet not found");
    assertRefused(
        get(partner, ALWAYS.replace("USD", "EUR") + "&format=csv"), 404, "wallet not found");
    assertRefused(
        TestOperator.request()
            .get("/operator/businesses/a8761c88-44ba-4c63-b785-3f84b7903211/statement" + ALWAYS),
        404,
        "business not found");
  }

  private static void assertLine(
      JsonArray items, int index, String kind, String subject, JsonObject... changeAndBalance) {
    JsonObject line = items.getJsonObject(index);
    assertThat(line.fieldNames())
        .containsExactly("time", "kind", "reference", "subjectId", "change", "balance");
    assertThat(line.getString("kind")).isEqualTo(kind);
    assertThat(line.getString("subjectId")).isEqualTo(subject);
    assertThat(line.getJsonObject("change")).isEqualTo(changeAndBalance[0]);
    assertThat(line.getJsonObject("balance")).isEqualTo(changeAndBalance[1]);
  }

  private static JsonObject funds(String available, String holding) {
    return new JsonObject(
        "{\"available\":%s,\"holding\":%s,\"pending\":0}".formatted(available, holding));
  }

  private static BigDecimal available(JsonParser json) throws IOException {
    json.nextToken(); // the object
    json.nextToken(); // its first name
    json.nextToken();
    return json.getDecimalValue();
  }

  private static String payout(Partner partner, String reference, String phone) {
    Map<String, Object> transfer = transferOf(reference);
    transfer.put("receiverPhone", phone);
    String id = partner.transfer(transfer).path("serviceReference");
    Eventually.eventually(() -> partner.holding("USD"), holding -> holding.signum() == 0);
    return id;
  }

  private JsonObject range(Partner partner, String from, String to) {
    return new JsonObject(
        get(partner, "?currency=USD&purpose=payout&from=" + from + "&to=" + to).asString());
  }

  @Test
  void aReadIsInTheAuditLogAndARefusedOneIsNot() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    JsonObject statement = new JsonObject(get(partner, ALWAYS).asString());
    get(partner, ALWAYS + "&format=csv");
    get(partner, "?currency=USD&purpose=payout&from=2020-01-01");

    Written read =
        new Written(
            "statement.read",
            null,
            new JsonObject()
                .put("currency", "USD")
                .put("purpose", "payout")
                .put("from", statement.getString("from"))
                .put("to", statement.getString("to")));
    assertThat(audit.of("business/" + statement.getString("businessId") + "/statement"))
        .containsExactly(read, read);
  }

  private Response get(Partner partner, String query) {
    Request request = TestOperator.request();
    return request.get(path(partner) + query);
  }

  private InputStream stream(Partner partner, String query) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://localhost:" + ServicePort.number() + path(partner) + query))
            .header("Authorization", "Bearer " + TestOperator.token())
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream()).body();
  }

  private String path(Partner partner) {
    return "/operator/businesses/" + idOf(partner) + "/statement";
  }

  private String idOf(Partner partner) {
    return rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
        .get(0)
        .getUUID(0)
        .toString();
  }
}
