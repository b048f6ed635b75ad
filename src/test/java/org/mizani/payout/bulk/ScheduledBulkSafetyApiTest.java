package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.transfer;
import static org.mizani.payout.bulk.ScheduledOrders.comes;
import static org.mizani.payout.bulk.ScheduledOrders.read;
import static org.mizani.payout.bulk.ScheduledOrders.scheduled;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.AloneProfile;
import org.mizani.database.SameEventLoop;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.DueBulks;
import org.mizani.payout.schedule.ScheduleRepository;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.Eventually;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Scheduled batches that could be too large, paid at the wrong time, or stuck. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class ScheduledBulkSafetyApiTest {

  @Inject ScheduledBulkExecutor executor;
  @Inject ScheduleRepository schedules;
  @Inject DueBulks due;
  @Inject SameEventLoop loop;

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  /**
   * Jackson writes the first as 10,000 digits, does not read the second back, nor write the third.
   */
  @ParameterizedTest
  @ValueSource(strings = {"1e9999", "1e1001", "1e99999", "\"\\ud800\""})
  void keepsNoFieldThatItsOrderDoesNotRead(String value) throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String body =
        Json.of(ScheduledOrders.body(List.of(transfer("short")), false))
            .replace("\"kind\":", "\"receiverEmail\":" + value + ",\"kind\":");
    assertThat(body).contains(value);

    String id = partner.request().body(body).post(PATH).created().path("bulkId");

    assertThat(
            rows.count(
                "SELECT octet_length(items_encrypted) FROM payout_bulk_schedule WHERE id = $1",
                UUID.fromString(id)))
        .isLessThan(2000);
    comes(rows, id, 1);
    execute();
    assertThat(read(partner, id).getLong("counts.created")).isOne();
  }

  @Test
  void nullIsNoTimeAndDoesNotPay() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String item = Json.of(transfer("null"));

    assertThat(
            partner
                .request()
                .body("{\"executeAt\":null,\"items\":[" + item + "]}")
                .post(PATH)
                .statusCode())
        .isEqualTo(400);

    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  /** Unknown names are ignored, but these were meant to put the payment off. */
  @ParameterizedTest
  @ValueSource(strings = {"execute_at", "executeat", "ExecuteAt", "executionTime", "scheduledFor"})
  void aNameThatResemblesTheTimesDoesNotPay(String name) throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String item = Json.of(transfer("misspelt"));
    String time = "\"%s\":\"%s\"".formatted(name, ScheduledOrders.tomorrow());

    Response ofTheBatch =
        partner.request().body("{%s,\"items\":[%s]}".formatted(time, item)).post(PATH);
    Response ofAnItem =
        partner
            .request()
            .body("{\"items\":[%s]}".formatted(item.replace("\"kind\":", time + ",\"kind\":")))
            .post(PATH);

    assertThat(ofTheBatch.statusCode()).isEqualTo(400);
    assertThat(ofTheBatch.header("X-Error-Field")).isEqualTo(name);
    assertThat(ofAnItem.statusCode()).isEqualTo(400);
    assertThat(ofAnItem.header("X-Error-Field")).isEqualTo("items." + name);
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  @Test
  void otherUnknownNamesAreIgnoredAsInAllBodies() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    partner
        .request()
        .body("{\"note\":[{}],\"items\":[%s]}".formatted(Json.of(transfer("noted"))))
        .post(PATH)
        .created();

    assertThat(rows.payoutsOf(partner.businessId())).isOne();
  }

  @Test
  void csvWaitsForTheTimeInItsQuery() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> item = transfer("of csv");
    String csv =
        String.join(",", item.keySet())
            + "\n"
            + item.values().stream().map(String::valueOf).collect(Collectors.joining(","))
            + "\n";

    Response answer =
        partner
            .request()
            .contentType("text/csv")
            .body(csv)
            .post(PATH + "?executeAt=" + ScheduledOrders.tomorrow())
            .created();

    assertThat(answer.json().getString("status")).isEqualTo("scheduled");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    comes(rows, answer.path("bulkId"), 1);
    execute();
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
  }

  @Test
  void csvHasItsTimeInTheQuery() {
    Partner partner = partners.create(Map.of());
    String csv = "kind,businessReference\ntransfer,a\n";

    assertRefused(
        partner
            .request()
            .contentType("text/csv")
            .body(csv)
            .post(PATH + "?executeAt=2020-01-01T00:00:00Z"),
        400,
        "executeAt must be in the future");
  }

  /** As of a pod that was frozen, while no other one has claimed the batch. */
  @Test
  void aLeaseThatHasEndedDoesNotRecord() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("frozen")));
    execute();
    comes(rows, id, 1);
    DueBulk frozen =
        loop.run(() -> due.claim(Duration.ofHours(1), Duration.ofHours(6), Set.of()))
            .await()
            .atMost(Eventually.PATIENCE)
            .orElseThrow();
    rows.execute(
        "UPDATE payout_bulk_schedule SET due_at = now() WHERE id = $1", UUID.fromString(id));

    boolean ended = loop.run(() -> due.end(frozen.lease())).await().atMost(Eventually.PATIENCE);
    boolean expired =
        loop.run(() -> due.expire(frozen.lease())).await().atMost(Eventually.PATIENCE);

    assertThat(ended || expired).isFalse();
    execute();
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
  }

  @Test
  void oneThatFailsCanBeCancelledUntilItIsTriedAgain() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("unreadable")));
    rows.execute(
        "UPDATE payout_bulk_schedule SET items_encrypted = 'altered' WHERE id = $1",
        UUID.fromString(id));
    comes(rows, id, 1);

    execute();

    assertThat(read(partner, id).getString("status")).isEqualTo("scheduled");
    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_bulk_schedule WHERE id = $1 AND due_at > now()",
                UUID.fromString(id)))
        .isOne();
    partner.request().delete(PATH + "/" + id).succeeded();
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  /** A late copy of a refused order does not pay once another batch has ended. */
  @Test
  void anOrderRefusedForTooManyStaysRefused() throws Exception {
    Partner partner = partners.create(Map.of());
    List<String> ids =
        IntStream.range(0, 20)
            .mapToObj(i -> scheduled(partner, List.of(transfer("batch " + i))))
            .toList();
    KeyedRequest keyed =
        new KeyedRequest(
            PATH, "one-more", Json.of(ScheduledOrders.body(List.of(transfer("more")), false)));

    int first = keyed.by(partner).statusCode();
    partner.request().delete(PATH + "/" + ids.get(0)).succeeded();
    int copy = keyed.by(partner).statusCode();

    assertThat(List.of(first, copy)).isEqualTo(List.of(409, 409));
  }

  /** Its payouts tell more than its order did. */
  @Test
  void anExecutedOneIsFoundWithoutTheItemsOfItsOrder() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("found")));
    UUID bulk = UUID.fromString(id);
    comes(rows, id, 1);
    execute();

    assertThat(
            loop.run(() -> schedules.find(partner.businessId(), bulk))
                .await()
                .atMost(Eventually.PATIENCE)
                .orElseThrow()
                .results())
        .isEmpty();
    assertThat(
            loop.run(() -> schedules.findAsOrdered(partner.businessId(), bulk))
                .await()
                .atMost(Eventually.PATIENCE)
                .orElseThrow()
                .results())
        .hasSize(1);
  }

  private void execute() {
    loop.run(executor::executeDue).await().atMost(Eventually.PATIENCE);
  }
}
