package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.transfer;
import static org.mizani.payout.bulk.ScheduledOrders.comes;
import static org.mizani.payout.bulk.ScheduledOrders.read;
import static org.mizani.payout.bulk.ScheduledOrders.scheduled;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.AloneProfile;
import org.mizani.database.SameEventLoop;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Eventually;
import org.mizani.support.JsonValues;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Scheduled batches from the list of those that wait to the event of their end. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class ScheduledBulkEndApiTest {

  private static final Pattern AFTER_A_RESTORE =
      Pattern.compile("( +WITH cancelled AS .*?FROM cancelled);", Pattern.DOTALL);

  @Inject ScheduledBulkExecutor executor;
  @Inject SameEventLoop loop;

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void listsThoseThatWaitTheNextOneFirst() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String later = scheduled(partner, List.of(transfer("a"), 7, transfer("b")));
    String soon = scheduled(partner, List.of(transfer("soon")));
    rows.execute(
        "UPDATE payout_bulk_schedule SET execute_at = execute_at - interval '1 hour' WHERE id = $1",
        UUID.fromString(soon));
    String cancelled = scheduled(partner, List.of(transfer("cancelled")));
    cancel(partner, cancelled);
    scheduled(partners.create(Map.of()), List.of(transfer("of another")));

    JsonValues list = partner.request().get(PATH).succeeded().json();

    assertThat(list.<Object>getList("items.bulkId")).isEqualTo(List.of(soon, later));
    assertThat(list.<Object>getList("items.status")).isEqualTo(List.of("scheduled", "scheduled"));
    assertThat(list.getLong("items[1].refused")).isOne();
    assertThat(list.getLong("items[1].unexecuted")).isEqualTo(2);
    assertThat(list.getString("items[1].executeAt"))
        .isEqualTo(read(partner, later).getString("executeAt"));
    assertThat(partner.request().get(PATH + "?limit=1").statusCode()).isEqualTo(400);
  }

  @Test
  void aCancellationIsAnEvent() {
    Partner partner = partners.create(Map.of());
    String id = scheduled(partner, List.of(transfer("a"), 7, transfer("b")));

    cancel(partner, id);
    cancel(partner, id);

    assertThat(end(partner)).isEqualTo(endOf(id, "cancelled", 0, 1, 0));
  }

  @Test
  void anExpiryIsAnEvent() {
    Partner partner = partners.create(Map.of());
    String id = scheduled(partner, List.of(transfer("a")));
    comes(rows, id, 361);

    execute();

    assertThat(end(partner)).isEqualTo(endOf(id, "expired", 0, 0, 0));
  }

  @Test
  void anExecutionIsAnEventOncePaid() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("a"), 7));
    comes(rows, id, 1);

    execute();

    assertThat(end(partner)).isEqualTo(endOf(id, "executed", 1, 1, 1));
  }

  @Test
  void aRefusalAsAWholeIsAnEvent() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("a"), transfer("b")));
    comes(rows, id, 1);
    rows.execute(
        "UPDATE api_key SET scopes = '{read}' WHERE business_id = $1", partner.businessId());

    eventually(
        () -> partner.request().body(Map.of()).post(PATH).statusCode(), status -> status == 403);
    execute();

    assertThat(end(partner)).isEqualTo(endOf(id, "executed", 0, 2, 0));
    assertThat(read(partner, id).<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("scope_missing", "scope_missing"));
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  @Test
  void oneThatWaitsIsNotDeleted() {
    Partner partner = partners.create(Map.of());
    UUID waiting = UUID.fromString(scheduled(partner, List.of(transfer("a"))));
    UUID ended = UUID.fromString(scheduled(partner, List.of(transfer("b"))));
    cancel(partner, ended.toString());

    rows.execute("DELETE FROM payout_bulk_schedule WHERE id = $1", ended);
    assertThatThrownBy(
            () -> rows.execute("DELETE FROM payout_bulk_schedule WHERE id = $1", waiting))
        .hasMessageContaining("has not ended");

    assertThat(read(partner, waiting.toString()).getString("status")).isEqualTo("scheduled");
  }

  /** As docs/deployment.md has it. */
  @Test
  void afterARestoreThoseThatAreDueAreCancelled() throws IOException {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String come = scheduled(partner, List.of(transfer("come")));
    String waiting = scheduled(partner, List.of(transfer("waiting")));
    comes(rows, come, 1);
    Matcher statement = AFTER_A_RESTORE.matcher(Files.readString(Path.of("docs/deployment.md")));
    assertThat(statement.find()).isTrue();

    assertThat(rows.execute(statement.group(1)))
        .extracting(row -> row.getUUID("id").toString())
        .contains(come)
        .doesNotContain(waiting);
    execute();

    assertThat(read(partner, come).getString("status")).isEqualTo("cancelled");
    assertThat(read(partner, waiting).getString("status")).isEqualTo("scheduled");
    assertThat(end(partner)).isEqualTo(endOf(come, "cancelled", 0, 0, 0));
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  private static void cancel(Partner partner, String id) {
    partner.request().delete(PATH + "/" + id).succeeded();
  }

  /** The one event of a batch's end that the business has; it is not followed by another. */
  private JsonObject end(Partner partner) {
    JsonObject end = eventually(() -> ends(partner), found -> found.size() == 1).get(0);
    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_bulk_open WHERE business_id = $1",
                partner.businessId()))
        .isZero();
    end.remove("businessId");
    return end;
  }

  private static List<JsonObject> ends(Partner partner) {
    return new JsonObject(partner.request().get("/business/events").succeeded().asString())
        .getJsonArray("items").stream()
            .map(JsonObject.class::cast)
            .filter(event -> event.getString("kind").equals("bulk"))
            .map(event -> event.getJsonObject("data"))
            .toList();
  }

  private static JsonObject endOf(String id, String status, int created, int refused, int paid) {
    return new JsonObject()
        .put("event", "business.bulk.ended")
        .put("bulkId", id)
        .put("status", status)
        .put("created", created)
        .put("refused", refused)
        .put("paid", paid)
        .put("failed", 0);
  }

  private void execute() {
    loop.run(executor::executeDue).await().atMost(Eventually.PATIENCE);
  }
}
