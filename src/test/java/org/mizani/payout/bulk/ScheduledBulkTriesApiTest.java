package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.transfer;
import static org.mizani.payout.bulk.ScheduledOrders.comes;
import static org.mizani.payout.bulk.ScheduledOrders.read;
import static org.mizani.payout.bulk.ScheduledOrders.scheduled;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.AloneProfile;
import org.mizani.access.Caller;
import org.mizani.access.Callers;
import org.mizani.database.SameEventLoop;
import org.mizani.fault.BulkFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.bulk.BulkRepository.NewBulk;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.DueBulks;
import org.mizani.payout.schedule.ScheduleConfig;
import org.mizani.support.Eventually;
import org.mizani.support.JsonValues;
import org.mizani.support.LoggedLines;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Scheduled batches whose tries fail, or may not end in payouts any more. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class ScheduledBulkTriesApiTest {

  @Inject ScheduledBulkExecutor executor;
  @Inject DueBulks dueBulks;
  @Inject Bulks bulks;
  @Inject Callers callers;
  @Inject ObjectMapper json;
  @Inject SameEventLoop loop;
  @Inject ScheduleConfig config;

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void oneThatEachTryFailsIsRefusedAfterTen() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("never"), 7));
    rows.execute(
        "UPDATE payout_bulk_schedule SET items_encrypted = 'altered' WHERE id = $1",
        UUID.fromString(id));

    try (LoggedLines log = LoggedLines.listen()) {
      for (int tries = 1; tries <= DueBulk.MOST_TRIES; tries++) {
        comes(rows, id, 1);
        execute();
        assertThat(read(partner, id).getString("status")).isEqualTo("scheduled");
        assertThat(isDueAfter(id, tries - 1)).as("waits longer after each").isTrue();
      }
      comes(rows, id, 1);
      execute();

      assertThat(log.text())
          .contains("given back after try 10 of 10")
          .contains("refused: it could not be executed in 10 tries");
    }
    assertIsRefused(partner, id);
  }

  private boolean isDueAfter(String id, int leases) {
    return 1
        == rows.count(
            "SELECT count(*) FROM payout_bulk_schedule WHERE id = $1 AND due_at > now() + %d * interval '%d s'"
                .formatted(leases, config.lease().toSeconds()),
            UUID.fromString(id));
  }

  /** As of a batch that ends its pod each time: the row counts its tries as they begin. */
  @Test
  void oneThatIsTakenTenTimesAndNotEndedIsRefused() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("deadly"), 7));
    execute();
    for (int tries = 1; tries <= DueBulk.MOST_TRIES; tries++) {
      comes(rows, id, 1);
      assertThat(claim().id()).hasToString(id);
    }

    comes(rows, id, 1);
    execute();

    assertIsRefused(partner, id);
  }

  private void assertIsRefused(Partner partner, String id) {
    JsonValues read = read(partner, id);
    assertThat(read.getString("status")).isEqualTo("executed");
    assertThat(read.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_not_executed", "body_not_object"));
    assertThat(read.getString("items[0].refusal.error")).isEqualTo("bulk could not be executed");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    Eventually.eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_bulk_ended WHERE id = $1 AND refused = 2",
                UUID.fromString(id)),
        told -> told == 1);
  }

  @Test
  void aLeaseThatIsLostIsTold() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("lost")));
    execute();
    comes(rows, id, 1);
    rows.execute(
        "CREATE FUNCTION lose_lease() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN RETURN NULL; END'");
    rows.execute(
        "CREATE TRIGGER lost_lease BEFORE UPDATE ON payout_bulk_schedule FOR EACH ROW"
            + " WHEN (NEW.status = 'executed') EXECUTE FUNCTION lose_lease()");

    try (LoggedLines log = LoggedLines.listen()) {
      execute();

      assertThat(log.text())
          .containsPattern(id + ".*not executed here: its lease has ended, or is another pod's");
    } finally {
      rows.execute("DROP FUNCTION lose_lease CASCADE");
    }
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    comes(rows, id, 1);
    execute();
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
  }

  /** As of a key that is revoked while recipients are looked up. */
  @Test
  void aKeyThatEndsWhileTheItemsAreJudgedPaysNothing() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("a"), transfer("b")));
    execute();
    comes(rows, id, 1);
    DueBulk due = claim();
    List<JsonNode> items = dueBulks.items(due).items();
    Caller caller = run(() -> callers.find(due.apiKeyId())).orElseThrow();
    NewBulk bulk =
        new NewBulk(
            due.id(),
            due.businessId(),
            due.apiKeyId(),
            false,
            Optional.empty(),
            new ScheduledExecution(
                dueBulks, due, () -> Uni.createFrom().item(Optional.of(BulkFault.KEY_ENDED))));

    run(() -> bulks.execute(bulk, caller, items));

    JsonValues read = read(partner, id);
    assertThat(read.getString("status")).isEqualTo("executed");
    assertThat(read.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("key_revoked", "key_revoked"));
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  private DueBulk claim() {
    return run(() -> dueBulks.claim(Duration.ofHours(1), Duration.ofHours(6), Set.of()))
        .orElseThrow();
  }

  private void execute() {
    run(executor::executeDue);
  }

  private <T> T run(Supplier<Uni<T>> work) {
    return loop.run(work).await().atMost(Eventually.PATIENCE);
  }
}
