package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.OwnStatement.ALWAYS;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
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
        .containsExactly("opening", "items", "closing", "hash", "signature");
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
  }

  @Test
  void bothFormatsHaveTheSameRowsAndTheSameProof() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    pay(partner, "paid", "+254712345678");

    JsonObject json = read(partner, ALWAYS);
    Response answer = OwnStatement.read(partner, ALWAYS + "&format=csv");

    assertThat(answer.contentType()).isEqualToIgnoringCase("text/csv;charset=UTF-8");
    List<List<String>> csv = OwnStatement.rows(answer.asByteArray());
    List<List<String>> rows = all(json).stream().map(PartnerStatementApiTest::fields).toList();
    assertThat(csv).hasSize(rows.size() + 1);
    for (int i = 1; i < rows.size() - 1; i++) {
      int line = StatementRow.NAMES.size() - 1;
      assertThat(csv.get(i).subList(0, line)).isEqualTo(rows.get(i).subList(0, line));
    }
    try (VerifierProgram verifier = new VerifierProgram()) {
      assertThat(verifier.summary(asCsv(json, rows), OwnStatement.keys()))
          .contains("\"closing\":\"92.09\"");
    }
  }

  private static List<String> fields(JsonObject row) {
    return StatementRow.NAMES.stream().map(name -> row.getValue(name).toString()).toList();
  }

  private static byte[] asCsv(JsonObject json, List<List<String>> rows) {
    List<List<String>> lines = new ArrayList<>(rows);
    lines.add(0, StatementRow.NAMES);
    String signature = json.getString("signature");
    String number = Integer.toString(rows.size());
    String hash = json.getString("hash");
    lines.add(List.of(number, "", "", "signature", signature, "", "", "", "", "", "", hash));
    return lines.stream()
        .map(line -> String.join(",", line) + "\r\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
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
            found -> found.getJsonArray("items").size() == 3);

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

    assertThat(statement.getJsonArray("items").size()).isEqualTo(1);
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
    assertThat(statement.getJsonObject("closing").getString("text"))
        .startsWith("payout wallet in EUR since 2026-01-01T00:00:00Z (provisional as of 20");
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
    assertThat(middle.getJsonArray("items").size()).isEqualTo(12);
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
