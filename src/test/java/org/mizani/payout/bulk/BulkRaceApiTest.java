package org.mizani.payout.bulk;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.body;
import static org.mizani.payout.bulk.BulkOrders.transfer;
import static org.mizani.payout.bulk.BulkOrders.transfers;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Batches that could pay twice: repeats, and races. */
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

  private static final String BATCHES_THAT_PAY =
      """
      SELECT count(*) FROM payout_bulk b
      WHERE b.business_id = $1 AND EXISTS (
        SELECT FROM payout_bulk_item i WHERE i.bulk_id = b.id AND i.payout_id IS NOT NULL)
      """;

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void sixtyFourEqualBatchesAtOnceCreateEachItemOnce() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    String body = Json.of(body(transfers("race", ITEMS), false));

    List<HttpResponse<String>> answers = sendAll(i -> AtOnce.post(partner, PATH, body));

    assertThat(byStatus(answers).keySet()).containsOnly(201);
    assertItemsPaidOnce(partner);
  }

  @Test
  void sixtyFourAtomicBatchesAtOnceCreateAllItemsByOne() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    String body = Json.of(body(transfers("race", ITEMS), true));

    List<HttpResponse<String>> answers = sendAll(i -> AtOnce.post(partner, PATH, body));

    assertThat(byStatus(answers).keySet()).containsOnly(201);
    assertItemsPaidOnce(partner);
    assertThat(rows.count(BATCHES_THAT_PAY, partner.businessId())).isOne();
  }

  @Test
  void batchesAndSinglePayoutsOfTheSameReferencesAtOncePayOnce() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    String body = Json.of(body(transfers("race", ITEMS), false));

    List<HttpResponse<String>> answers =
        sendAll(
            i ->
                i % 4 == 0
                    ? AtOnce.post(partner, PATH, body)
                    : AtOnce.post(
                        partner,
                        "/business/payout/transfer",
                        Json.of(transferOf("race " + i % ITEMS))));

    assertThat(byStatus(answers).keySet()).isSubsetOf(201, 409);
    assertItemsPaidOnce(partner);
  }

  @Test
  void sixtyFourRequestsOfOneKeyHaveOneAnswer() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    KeyedRequest keyed =
        new KeyedRequest(PATH, "one", Json.of(body(transfers("key", ITEMS), false)));

    List<HttpResponse<String>> answers = sendAll(i -> keyed.at(partner));

    assertThat(byStatus(answers).keySet()).containsOnly(201);
    assertThat(answers.stream().map(HttpResponse::body).distinct()).hasSize(1);
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

  private void assertItemsPaidOnce(Partner partner) {
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(ITEMS);
    assertThat(rows.count(WRONG_ITEMS, partner.businessId())).isZero();
    // 7.91 USD each.
    assertThat(partner.available("USD")).isEqualByComparingTo("9841.80");
  }

  /** Sends all at once, and again those that were 503, such as without a place. */
  private static List<HttpResponse<String>> sendAll(IntFunction<HttpRequest> request)
      throws Exception {
    Map<Integer, HttpResponse<String>> answers = new TreeMap<>();
    Eventually.holds(
        () -> {
          List<Integer> left =
              IntStream.range(0, AT_ONCE).filter(i -> !answers.containsKey(i)).boxed().toList();
          List<HttpResponse<String>> sent =
              AtOnce.send(left.size(), i -> request.apply(left.get(i)));
          IntStream.range(0, left.size())
              .filter(i -> sent.get(i).statusCode() != 503)
              .forEach(i -> answers.put(left.get(i), sent.get(i)));
          assertThat(answers).hasSize(AT_ONCE);
        });
    return List.copyOf(answers.values());
  }

  private static Map<Integer, Long> byStatus(List<HttpResponse<String>> answers) {
    return answers.stream().collect(groupingBy(HttpResponse::statusCode, counting()));
  }
}
