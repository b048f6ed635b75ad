package org.mizani.payout.bulk;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.body;
import static org.mizani.payout.bulk.BulkOrders.send;
import static org.mizani.payout.bulk.BulkOrders.sendAtomic;
import static org.mizani.payout.bulk.BulkOrders.transfer;
import static org.mizani.payout.bulk.BulkOrders.transfers;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.AtOnce;
import org.mizani.support.Json;
import org.mizani.support.JsonValues;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Batches that could pay twice, or in part: repeats, races, and all or nothing. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BulkRaceApiTest {

  private static final int AT_ONCE = 64;
  private static final int ITEMS = 20;

  /** Items of a business that name no payout of theirs, or one that another item names too. */
  private static final String WRONG_ITEMS =
      """
      SELECT count(*) FROM payout_bulk_item i JOIN payout_bulk b ON b.id = i.bulk_id
      WHERE b.business_id = $1 AND i.payout_id IS NOT NULL
        AND ((SELECT business_reference FROM payout p
              WHERE p.id = i.payout_id AND p.business_id = b.business_id)
               IS DISTINCT FROM i.business_reference
             OR (SELECT count(*) FROM payout_bulk_item o WHERE o.payout_id = i.payout_id) > 1)
      """;

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void sixtyFourEqualBatchesAtOnceCreateEachItemOnce() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    String body = Json.of(body(transfers("race", ITEMS), false));

    List<HttpResponse<String>> answers =
        AtOnce.send(AT_ONCE, i -> AtOnce.post(partner, PATH, body));

    assertCreatedOrTooLate(answers);
    assertThat(
            created(answers)
                .map(answer -> JsonValues.of(answer.body()).getLong("created"))
                .mapToLong(Long::longValue)
                .sum())
        .isEqualTo(ITEMS);
    assertItemsPaidOnce(partner);
  }

  @Test
  void sixtyFourAtomicBatchesAtOnceCreateAllItemsByOne() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    String body = Json.of(body(transfers("race", ITEMS), true));

    List<HttpResponse<String>> answers =
        AtOnce.send(AT_ONCE, i -> AtOnce.post(partner, PATH, body));

    assertCreatedOrTooLate(answers);
    assertThat(
            created(answers)
                .map(answer -> JsonValues.of(answer.body()).getLong("created"))
                .filter(created -> created > 0))
        .containsExactly((long) ITEMS);
    assertItemsPaidOnce(partner);
  }

  @Test
  void batchesAndSinglePayoutsOfTheSameReferencesAtOncePayOnce() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    String body = Json.of(body(transfers("race", ITEMS), false));

    List<HttpResponse<String>> answers =
        AtOnce.send(
            AT_ONCE,
            i ->
                i % 4 == 0
                    ? AtOnce.post(partner, PATH, body)
                    : AtOnce.post(
                        partner,
                        "/business/payout/transfer",
                        Json.of(transferOf("race " + i % ITEMS))));

    assertThat(byStatus(answers).keySet()).isSubsetOf(201, 409, 503);
    assertItemsPaidOnce(partner);
  }

  @Test
  void sixtyFourRequestsOfOneKeyHaveOneAnswer() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    KeyedRequest keyed =
        new KeyedRequest(PATH, "one", Json.of(body(transfers("key", ITEMS), false)));

    List<HttpResponse<String>> answers = AtOnce.send(AT_ONCE, i -> keyed.at(partner));

    assertCreatedOrTooLate(answers);
    assertThat(created(answers).map(HttpResponse::body).distinct()).hasSize(1);
    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_bulk WHERE business_id = $1", partner.businessId()))
        .isOne();
    assertItemsPaidOnce(partner);
  }

  @Test
  void aRepeatByKeyGetsTheFirstAnswerWithItsRefusals() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "20"));
    List<?> items = List.of(transfer("a"), 7, transfer("a"), transfer("b"), transfer("c"));
    KeyedRequest keyed = new KeyedRequest(PATH, "again", Json.of(body(items, false)));

    Response first = keyed.by(partner).created();
    partners.fund(partner.businessId(), CurrencyUnit.USD, "100");
    Response repeat = keyed.by(partner).created();

    assertThat(repeat.asString()).isEqualTo(first.asString());
    assertThat(first.header("Idempotency-Replayed")).isNull();
    assertThat(repeat.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(2);
    assertRefused(
        new KeyedRequest(PATH, "again", Json.of(body(items, true))).by(partner),
        422,
        "idempotency key of another request");
  }

  /** 7.91 USD each. */
  @Test
  void anAtomicBatchBeyondTheBalanceCreatesAndHoldsNothing() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "20"));

    JsonValues answer =
        sendAtomic(partner, List.of(transfer("a"), transfer("b"), transfer("c"))).created().json();

    assertThat(answer.getLong("created")).isZero();
    assertThat(answer.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "bulk_refused", "insufficient_balance"));
    assertNothingPaid(partner, "20");
    assertThat(send(partner, List.of(transfer("a"))).created().json().getLong("created")).isOne();
  }

  @Test
  void anAtomicBatchWithOneWrongItemCreatesNothing() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> wrong = transfer("wrong");
    wrong.remove("amount");

    JsonValues answer =
        sendAtomic(partner, List.of(transfer("a"), wrong, transfer("b"))).created().json();

    assertThat(answer.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "field_missing", "bulk_refused"));
    assertNothingPaid(partner, "100");
  }

  @Test
  void aQuotePaysOneItem() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String quote = partner.quoteId();

    JsonValues answer =
        send(
                partner,
                List.of(
                    TestPartners.by(quote, transfer("one")),
                    transfer("plain"),
                    TestPartners.by(quote, transfer("other"))))
            .created()
            .json();

    assertThat(answer.<Object>getList("items.result"))
        .isEqualTo(List.of("created", "created", "refused"));
    assertThat(answer.getString("items[2].refusal.code")).isEqualTo("quote_used");
  }

  /** The quote's second use is known only when the others are recorded: they are rolled back. */
  @Test
  void anAtomicBatchThatFailsInTheMiddleIsTakenBackWhole() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String quote = partner.quoteId();
    List<Map<String, Object>> items =
        List.of(
            transfer("a"),
            TestPartners.by(quote, transfer("b")),
            TestPartners.by(quote, transfer("c")));

    JsonValues answer = sendAtomic(partner, items).created().json();

    assertThat(answer.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "bulk_refused", "quote_used"));
    assertNothingPaid(partner, "100");
    partner.transfer(TestPartners.by(quote, transferOf("by the quote"))).created();
  }

  private void assertItemsPaidOnce(Partner partner) {
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(ITEMS);
    assertThat(rows.count(WRONG_ITEMS, partner.businessId())).isZero();
    // 7.91 USD each.
    assertThat(partner.available("USD")).isEqualByComparingTo("9841.80");
  }

  private void assertNothingPaid(Partner partner, String available) {
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(partner.available("USD")).isEqualByComparingTo(available);
    assertThat(partner.holding("USD")).isZero();
  }

  /** Batches wait for a place and for the wallet, on a slow machine for too long. */
  private static void assertCreatedOrTooLate(List<HttpResponse<String>> answers) {
    assertThat(byStatus(answers).keySet()).contains(201).isSubsetOf(201, 503);
  }

  private static Stream<HttpResponse<String>> created(List<HttpResponse<String>> answers) {
    return answers.stream().filter(answer -> answer.statusCode() == 201);
  }

  private static Map<Integer, Long> byStatus(List<HttpResponse<String>> answers) {
    return answers.stream().collect(groupingBy(HttpResponse::statusCode, counting()));
  }
}
