package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.send;
import static org.mizani.payout.bulk.BulkOrders.sendAtomic;
import static org.mizani.payout.bulk.BulkOrders.transfer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.paymentOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.JsonValues;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Batches in CSV: the same judgement and answers as in JSON. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BulkCsvApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void createsOnePayoutOfEachKind() throws Exception {
    Partner partner = withDollars();

    JsonValues answer =
        post(
                partner,
                csv(
                    List.of(
                        transfer("phone"),
                        BulkOrders.of("payment", paymentOf("till, \"quoted\"")),
                        BulkOrders.of("bank", bankPayoutOf("bank")))))
            .created()
            .json();

    assertThat(answer.getLong("created")).isEqualTo(3);
    assertThat(answer.<Object>getList("items.businessReference"))
        .isEqualTo(List.of("phone", "till, \"quoted\"", "bank"));
    assertThat(partner.finalStatus("phone")).isEqualTo("termination_success");
    assertThat(partner.finalStatus("bank")).isEqualTo("termination_success");
  }

  /** Two businesses send the same, one in JSON and one in CSV. */
  @Test
  void tellsEachItemWhatItsJsonIsTold() {
    List<Map<String, Object>> items =
        List.of(
            transfer("first"),
            Map.of("businessReference", "no kind"),
            changed("kind", "kind", "cash"),
            changed("type", "amount", "1000.00 KES"),
            changed("fine", "amount", "1000.001"),
            changed("", "purposeOfTransfer", "business_payment"),
            changed("unknown", "receiverPhone", "+254712345600"),
            changed("no rate", "senderCurrency", "UGX"),
            changed("too much", "amount", 1_000_000),
            changed("first", "amount", 1000),
            changed("date", "senderDob", "12.04.1990"),
            changed("long", "relationship", "x".repeat(101)),
            changed("lines", "senderLastName", "a\nb"));

    JsonValues inJson = send(withDollars(), withNumber(items, 4, "1000.001")).created().json();
    JsonValues inCsv = post(withDollars(), csv(items)).created().json();

    assertThat(inCsv.getLong("created")).isEqualTo(1);
    assertThat(inCsv.<Object>getList("items.result"))
        .isEqualTo(inJson.<Object>getList("items.result"));
    for (int i = 1; i < items.size(); i++) {
      assertThat(inCsv.<Map<String, Object>>get("items[" + i + "]"))
          .containsKey("refusal")
          .isEqualTo(inJson.<Map<String, Object>>get("items[" + i + "]"));
    }
  }

  @Test
  void createsAllOrNoneByTheParameter() {
    Partner partner = withDollars();
    List<Map<String, Object>> items = List.of(transfer("a"), changed("b", "amount", 1_000_000));

    JsonValues inCsv = post(partner, "?atomic=true", csv(items)).created().json();

    assertThat(inCsv.<Boolean>get("atomic")).isTrue();
    assertThat(inCsv.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "insufficient_balance"))
        .isEqualTo(sendAtomic(partner, items).created().<Object>path("items.refusal.code"));
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(post(partner, "?atomic=false", csv(items)).created().<Integer>path("created"))
        .isEqualTo(1);
  }

  @Test
  void refusesAWrongQueryOfEitherForm() {
    Partner partner = withDollars();
    String csv = csv(List.of(transfer("query")));

    for (String wrong : List.of("yes", "TRUE", "1")) {
      assertRefused(
          post(partner, "?atomic=" + wrong, csv), 400, "atomic must be one of: true, false");
    }
    assertRefused(post(partner, "?atomic=", csv), 400, "atomic must have a value");
    assertRefused(
        post(partner, "?atomc=true", csv), 400, "atomc is not a parameter of this operation");
    assertRefused(
        post(partner, "?atomic=true&atomic=false", csv), 400, "atomic must be given once");
    assertRefused(
        partner
            .request()
            .body(BulkOrders.body(List.of(transfer("query")), false))
            .post(PATH + "?atomic=true"),
        400,
        "atomic is not a parameter of this operation");
    assertNothingRecorded(partner);
  }

  @Test
  void refusesAFileThatIsMalformedWithItsLineAndCreatesNothing() {
    Partner partner = withDollars();
    String good = csv(List.of(transfer("good")));

    Response refused = post(partner, good + "transfer,\"open");

    assertRefused(refused, 400, "line 3: 2 instead of 19 fields");
    assertThat(refused.header("X-Error-Code")).isEqualTo("csv_syntax");
    assertRefused(post(partner, ""), 400, "line 1: the names of the fields are missing");
    assertRefused(
        post(partner, good.replaceFirst("amount", "sum")),
        400,
        "line 1: column 4 is no field of a payout");
    assertRefused(post(partner, good.lines().findFirst().get()), 400, "items must be 1 to 1000");
    assertRefused(post(partner, "kind\n" + "bank\n".repeat(1001)), 400, "items must be 1 to 1000");
    assertRefused(post(partner, "kind\n" + "b".repeat(1024 * 1024)), 413, "payload too large");
    assertNothingRecorded(partner);
  }

  @Test
  void refusesAnotherTypeOrEncoding() {
    Partner partner = withDollars();
    String csv = csv(List.of(transfer("type")));

    for (String type :
        List.of("text/plain", "application/csv", "text/csv;charset=iso-8859-1", "text/*")) {
      Response refused = partner.request().contentType(type).body(csv).post(PATH);
      assertRefused(refused, 400, "invalid payload");
      assertThat(refused.header("X-Error-Code")).as(type).isEqualTo("content_type");
    }
    assertNothingRecorded(partner);
    assertThat(
            partner
                .request()
                .contentType("text/csv; charset=UTF-8; header=present")
                .body("\uFEFF" + csv.replace("\n", "\r\n"))
                .post(PATH)
                .created()
                .<Integer>path("created"))
        .isEqualTo(1);
  }

  @Test
  void aRepeatByKeyIsTheFirstAnswerUnlessItsParameterIsAnother() {
    Partner partner = withDollars();
    String csv = csv(List.of(transfer("key")));
    String key = "csv-" + System.nanoTime();

    Response first = keyed(partner, key, "?atomic=true", csv).created();
    Response repeat = keyed(partner, key, "?atomic=true", csv).created();

    assertThat(repeat.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(repeat.asString()).isEqualTo(first.asString());
    assertRefused(
        keyed(partner, key, "?atomic=false", csv), 422, "idempotency key of another request");
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(1);
  }

  private Partner withDollars() {
    return partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  private static Map<String, Object> changed(String reference, String field, Object value) {
    Map<String, Object> item = transfer(reference);
    item.put(field, value);
    return item;
  }

  private static List<Map<String, Object>> withNumber(
      List<Map<String, Object>> items, int index, String number) {
    items.get(index).put("amount", new BigDecimal(number));
    return items;
  }

  /** The items in CSV, with a column for each field that one of them has. */
  private static String csv(List<Map<String, Object>> items) {
    Set<String> names = new LinkedHashSet<>();
    items.forEach(item -> names.addAll(item.keySet()));
    String header = String.join(",", names) + "\n";
    return items.stream()
        .map(
            item ->
                names.stream()
                    .map(name -> quoted(String.valueOf(item.getOrDefault(name, ""))))
                    .collect(Collectors.joining(",", "", "\n")))
        .collect(Collectors.joining("", header, ""));
  }

  private static String quoted(String field) {
    return '"' + field.replace("\"", "\"\"") + '"';
  }

  private static Response post(Partner partner, String csv) {
    return post(partner, "", csv);
  }

  private static Response post(Partner partner, String query, String csv) {
    return partner.request().contentType("text/csv").body(csv).post(PATH + query);
  }

  private static Response keyed(Partner partner, String key, String query, String csv) {
    return partner
        .request()
        .contentType("text/csv")
        .header("Idempotency-Key", key)
        .body(csv)
        .post(PATH + query);
  }

  private void assertNothingRecorded(Partner partner) {
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_bulk WHERE business_id = $1", partner.businessId()))
        .isZero();
  }
}
