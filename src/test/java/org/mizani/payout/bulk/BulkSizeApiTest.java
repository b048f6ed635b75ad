package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.send;
import static org.mizani.payout.bulk.BulkOrders.transfers;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.SameMinute;
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

/** Size of batches: of their bodies, in items, and as requests of a key. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BulkSizeApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void refusesABodyThatIsNoBatch() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    assertRefused(post(partner, "{}"), 400, "items is required");
    assertRefused(post(partner, "{\"items\":null}"), 400, "items is required");
    assertRefused(post(partner, "{\"items\":[]}"), 400, "items must be 1 to 1000");
    assertRefused(
        post(partner, Json.of(Map.of("items", transfers("many", 1001)))),
        400,
        "items must be 1 to 1000");
    assertRefused(post(partner, "{\"items\":7}"), 400, "invalid payload");
    assertRefused(post(partner, "{\"items\":[7],\"atomic\":\"no\"}"), 400, "invalid payload");
    assertRefused(post(partner, "[]"), 400, "invalid payload");
    assertRefused(post(partner, "null"), 400, "invalid payload");
    assertRefused(
        post(partner, "{\"items\":[" + " ".repeat(1024 * 1024) + "]}"), 413, "payload too large");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(bulksOf(partner)).isZero();
  }

  @Test
  void aThousandItemsAreOneBatch() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));

    String body = Json.of(BulkOrders.body(transfers("thousand", 1000), false));
    HttpResponse<String> sent = AtOnce.send(1, i -> AtOnce.post(partner, PATH, body)).get(0);
    JsonValues answer = JsonValues.of(sent.body());

    assertThat(answer.getLong("created")).isEqualTo(1000);
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(1000);
    assertThat(partner.available("USD")).isEqualByComparingTo("2090");
  }

  /** 50 items are one request, and so is each further part of them. */
  @Test
  void countsAsOneRequestForEachFiftyItems() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    new SameMinute(rows)
        .run(
            () -> {
              long before = remaining(partner.request().get("/business/balance"));

              assertThat(remaining(send(partner, items(50)))).isEqualTo(before - 1);
              assertThat(remaining(send(partner, items(51)))).isEqualTo(before - 3);
              assertThat(remaining(send(partner, items(1000)))).isEqualTo(before - 23);
            });
  }

  @Test
  void aRepeatCountsAsOneRequest() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    new SameMinute(rows)
        .run(
            () -> {
              KeyedRequest keyed =
                  new KeyedRequest(
                      PATH,
                      "repeat-" + System.nanoTime(),
                      Json.of(BulkOrders.body(items(1000), false)));
              long before = remaining(keyed.by(partner).created());

              Response repeat = keyed.by(partner).created();

              assertThat(repeat.header("Idempotency-Replayed")).isEqualTo("true");
              assertThat(remaining(repeat)).isEqualTo(before - 1);
            });
  }

  private static List<Integer> items(int count) {
    return Collections.nCopies(count, 7);
  }

  private static long remaining(Response answer) {
    return Long.parseLong(answer.header("X-RateLimit-Remaining"));
  }

  private static Response post(Partner partner, String body) {
    return partner.request().body(body).post(PATH);
  }

  private long bulksOf(Partner partner) {
    return rows.count(
        "SELECT count(*) FROM payout_bulk WHERE business_id = $1", partner.businessId());
  }
}
