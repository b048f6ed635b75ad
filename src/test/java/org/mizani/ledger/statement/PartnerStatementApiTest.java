package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.OwnStatement.ALWAYS;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Eventually;
import org.mizani.support.OwnStatement;
import org.mizani.support.PastTransfers;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.VerifierProgram;

/** Statements that businesses read themselves. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PartnerStatementApiTest {

  private static final int FOURS = 25_000;

  @Inject TestPartners partners;
  @Inject PastTransfers past;

  @Test
  void showsEveryLineWithDebitCreditAndBalance() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String paid = pay(partner, "paid", "+254712345678");
    String failed = pay(partner, "failed", "+254712345691");

    JsonObject statement = read(partner, ALWAYS);

    assertThat(statement.fieldNames())
        .containsExactly(
            "businessId",
            "currency",
            "purpose",
            "from",
            "to",
            "lines",
            "opening",
            "items",
            "closing",
            "hash",
            "signature");
    assertThat(rows(statement))
        .containsExactly(
            "0 opening  debit 0 credit 0 balance 0 available 0",
            "1 top_up  debit 0 credit 100 balance 100 available 100",
            "2 hold " + paid + " debit 0 credit 0 balance 100 available 92.09",
            "3 capture " + paid + " debit 7.75 credit 0 balance 92.25 available 92.09",
            "4 fee " + paid + " debit 0.16 credit 0 balance 92.09 available 92.09",
            "5 hold " + failed + " debit 0 credit 0 balance 92.09 available 84.18",
            "6 release " + failed + " debit 0 credit 0 balance 92.09 available 92.09",
            "7 closing  debit 7.91 credit 100 balance 92.09 available 92.09");
    JsonObject capture = statement.getJsonArray("items").getJsonObject(2);
    assertThat(capture.getString("text")).isEqualTo("payout");
    assertThat(capture.getString("reference")).isEqualTo("paid");
    assertThat(capture.getString("time")).startsWith(capture.getString("date") + "T").endsWith("Z");
    assertThat(statement.getInteger("lines")).isEqualTo(6);
  }

  @Test
  void bothFormatsHaveTheSameChain() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    pay(partner, "paid", "+254712345678");

    JsonObject json = read(partner, ALWAYS);
    Response answer = OwnStatement.read(partner, ALWAYS + "&format=csv");

    assertThat(answer.contentType()).isEqualToIgnoringCase("text/csv;charset=UTF-8");
    List<String> csv = OwnStatement.rows(answer.asByteArray()).stream().map(this::text).toList();
    List<String> expected =
        all(json).stream()
            .map(
                row ->
                    StatementRow.NAMES.stream()
                        .map(name -> row.getValue(name).toString())
                        .collect(Collectors.joining("|")))
            .toList();
    assertThat(csv.subList(0, csv.size() - 1)).isEqualTo(expected);
    assertThat(csv.get(csv.size() - 1))
        .startsWith("6|||signature|ey")
        .endsWith("|" + json.getString("hash"));
  }

  private String text(List<String> fields) {
    return String.join("|", fields);
  }

  @Test
  void showsACollectionAndItsRefund() {
    Partner partner = partners.createShop(Map.of());
    String id = partner.collect(collectionOf("order 1")).path("id");
    Eventually.eventually(() -> partner.collected("KES"), found -> found.signum() > 0);
    Response refund =
        TestOperator.request()
            .body(Map.of("amount", 100, "reference", "refund " + id, "reason", "test"))
            .post("/operator/collections/" + id + "/refund");
    assertThat(refund.statusCode()).as(refund.asString()).isEqualTo(200);

    JsonObject statement =
        Eventually.eventually(
            () -> read(partner, ALWAYS.replace("USD&purpose=payout", "KES&purpose=collection")),
            found -> found.getInteger("lines") == 3);

    List<JsonObject> rows = all(statement);
    assertThat(rows).extracting(row -> row.getString("kind")).startsWith("opening", "collect");
    assertThat(rows.get(1).getString("reference")).isEqualTo("order 1");
    assertThat(rows.get(1).getString("serviceReference")).isEqualTo(id);
    assertThat(rows.get(3).getString("reference")).isEqualTo("refund of order 1");
    assertThat(rows.get(4).getValue("balance")).hasToString("50");
  }

  @Test
  void aBusinessReadsItsOwnWalletsAlone() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100", CurrencyUnit.KES, "5"));
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "7"));

    JsonObject statement = read(other, ALWAYS);

    assertThat(statement.getInteger("lines")).isEqualTo(1);
    assertThat(statement.getJsonObject("closing").getValue("balance")).hasToString("7");
    assertThat(all(statement).get(0).getString("reference"))
        .isEqualTo(businessId(other))
        .isNotEqualTo(businessId(partner));
    assertRefused(
        OwnStatement.read(other, ALWAYS + "&businessId=" + businessId(partner)),
        400,
        "businessId is not a parameter of this operation");
  }

  private static String businessId(Partner partner) {
    return partner.request().get("/business/balance").path("businessId");
  }

  @Test
  void aWalletThatTheBusinessHasNotIsZeroAsItsBalanceIs() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    JsonObject statement = read(partner, ALWAYS.replace("USD", "EUR"));

    assertThat(rows(statement))
        .containsExactly(
            "0 opening  debit 0 credit 0 balance 0 available 0",
            "1 closing  debit 0 credit 0 balance 0 available 0");
  }

  @Test
  void theNextRangeBeginsWithTheBalanceThatTheOneBeforeEndsWith() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "0"));
    past.write(partner, 10);

    JsonObject first = read(partner, range("2026-01-01", "2026-01-01T00:00:04Z"));
    JsonObject middle = read(partner, range("2026-01-01T00:00:04Z", "2026-01-01T00:00:07Z"));

    assertThat(first.getJsonObject("closing").getValue("balance")).hasToString("6.27");
    assertThat(middle.getJsonObject("opening").getValue("balance")).hasToString("6.27");
    assertThat(middle.getJsonObject("closing").getValue("balance")).hasToString("12.54");
    assertThat(middle.getInteger("lines")).isEqualTo(12);
  }

  private static String range(String from, String to) {
    return "?currency=USD&purpose=payout&from=" + from + "&to=" + to;
  }

  @Test
  void aHundredThousandLinesAreStreamedAndVerified() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "0"));
    past.write(partner, FOURS);

    Response answer = OwnStatement.read(partner, ALWAYS + "&format=csv");

    assertThat(answer.header("Transfer-Encoding")).isEqualTo("chunked");
    try (VerifierProgram verifier = new VerifierProgram()) {
      assertThat(verifier.summary(answer.asByteArray(), OwnStatement.keys()))
          .contains("\"opening\":\"0\",\"closing\":\"52250\",\"lines\":" + 4 * FOURS);
    }
    assertThat(partner.available("USD")).isEqualByComparingTo(new BigDecimal("52250"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "?purpose=payout&from=2026-01-01&to=2026-02-01 | field_missing | currency | currency is"
            + " required",
        "?currency=usd&purpose=payout&from=2026-01-01&to=2026-02-01 | field_value | currency |"
            + " currency must be one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "?currency=USD&from=2026-01-01&to=2026-02-01 | field_missing | purpose | purpose is"
            + " required",
        "?currency=USD&purpose=all&from=2026-01-01&to=2026-02-01 | field_value | purpose | purpose"
            + " must be \"payout\" or \"collection\"",
        "?currency=USD&purpose=payout&to=2026-01-01 | field_missing | from | from and to are"
            + " required",
        "?currency=USD&purpose=payout&from=2026-01-01 | field_missing | to | from and to are"
            + " required",
        "?currency=USD&purpose=payout&from=now&to=2026-01-01 | field_value | from | from must be an"
            + " ISO 8601 date and time",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2026-01-01 | field_value | from | from"
            + " must be before to",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2036-01-10 | field_value | to | to must be"
            + " at most 3660 days after from",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2036-01-09T00:00:01Z | field_value | to |"
            + " to must be at most 3660 days after from",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2026-02-01&format=xml | field_value |"
            + " format | format must be one of: json, csv",
        "?currency=USD&purpose=payout&from=2026-01-01&to=2026-02-01&FROM=2 | field_value | FROM |"
            + " FROM is not a parameter of this operation",
        "?currency=USD&currency=KES&purpose=payout&from=2026-01-01&to=2026-02-01 | field_value |"
            + " currency | currency must be given once",
        "?%0D%0AX-A:1=1&currency=USD&purpose=payout&from=2026-01-01&to=2026-02-01 | field_value |"
            + " '' | unknown parameter",
      })
  void refusesAnInvalidQuery(String query, String code, String field, String message) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));

    Response answer = partner.request().asWritten().get("/business/statement" + query);

    assertRefused(answer, 400, message);
    assertCoded(answer, ErrorCode.valueOf(code.toUpperCase(Locale.ROOT)), field);
  }

  @Test
  void aRangeOfTheLongestSpanIsAnswered() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));

    assertThat(read(partner, range("2026-01-01", "2036-01-09")).getInteger("lines")).isEqualTo(1);
  }

  private static JsonObject read(Partner partner, String query) {
    return new JsonObject(OwnStatement.read(partner, query).succeeded().asString());
  }

  private static List<JsonObject> all(JsonObject statement) {
    List<JsonObject> rows = new ArrayList<>();
    rows.add(statement.getJsonObject("opening"));
    JsonArray items = statement.getJsonArray("items");
    items.forEach(item -> rows.add((JsonObject) item));
    rows.add(statement.getJsonObject("closing"));
    return rows;
  }

  private static List<String> rows(JsonObject statement) {
    return all(statement).stream()
        .map(
            row ->
                "%s %s %s debit %s credit %s balance %s available %s"
                    .formatted(
                        row.getValue("number"),
                        row.getValue("kind"),
                        row.getValue("serviceReference"),
                        row.getValue("debit"),
                        row.getValue("credit"),
                        row.getValue("balance"),
                        row.getValue("available")))
        .toList();
  }

  private static String pay(Partner partner, String reference, String phone) {
    Map<String, Object> transfer = transferOf(reference);
    transfer.put("receiverPhone", phone);
    String id = partner.transfer(transfer).path("serviceReference");
    partner.finalStatus(reference);
    return id;
  }
}
