package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ApiFault;
import org.mizani.fault.BulkFault;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.ScheduledResult;
import org.mizani.work.Lease;

class ScheduledExecutionTest {

  private static final List<BulkItem> UNAVAILABLE =
      List.of(BulkItem.refused(0, "a", ItemRefusal.of(ApiFault.SERVICE_UNAVAILABLE)));

  @Test
  void isTriedAgainWhereAnItemIsUnavailable() {
    assertThatThrownBy(() -> run(1, false).complete(UNAVAILABLE))
        .isInstanceOf(ScheduledExecution.ItemsUnavailable.class);
    assertThatThrownBy(() -> run(9, false).complete(UNAVAILABLE))
        .isInstanceOf(ScheduledExecution.ItemsUnavailable.class);
  }

  @Test
  void recordsThatAtTheLastTry() {
    assertThat(run(10, false).complete(UNAVAILABLE)).isEqualTo(UNAVAILABLE);
    assertThat(run(1, true).complete(UNAVAILABLE)).isEqualTo(UNAVAILABLE);
  }

  @Test
  void recordsOtherRefusalsAtOnce() {
    List<BulkItem> refused =
        List.of(BulkItem.refused(0, "a", ItemRefusal.of(ApiFault.BODY_NOT_OBJECT)));

    assertThat(run(1, false).complete(refused)).isEqualTo(refused);
  }

  @Test
  void putsItemsAtTheirPlacesAmongThoseThatTheOrderRefused() {
    JsonObject refusal = ItemRefusal.of(ApiFault.BODY_NOT_OBJECT).stored();
    DueBulk due =
        due(
            1,
            false,
            List.of(
                new ScheduledResult(null, refusal),
                new ScheduledResult("a", null),
                new ScheduledResult("b", refusal),
                new ScheduledResult("c", null)));

    List<BulkItem> items =
        new ScheduledExecution(null, due, ScheduledExecutionTest::rights)
            .complete(List.of(BulkItem.created(0, "a", "1"), BulkItem.created(1, "c", "2")));

    assertThat(due.references()).containsExactly("a", "c");
    assertThat(items)
        .containsExactly(
            BulkItem.refused(0, null, ItemRefusal.read(refusal)),
            BulkItem.created(1, "a", "1"),
            BulkItem.refused(2, "b", ItemRefusal.read(refusal)),
            BulkItem.created(3, "c", "2"));
  }

  @Test
  void asksForTheRightsThatItsKeyHasByThen() {
    assertThat(run(1, false).refusal().await().indefinitely()).contains(BulkFault.KEY_ENDED);
  }

  private static Uni<Optional<ApiFault>> rights() {
    return Uni.createFrom().item(Optional.of(BulkFault.KEY_ENDED));
  }

  private static ScheduledExecution run(int tries, boolean last) {
    DueBulk due = due(tries, last, List.of(new ScheduledResult("a", null)));
    return new ScheduledExecution(null, due, ScheduledExecutionTest::rights);
  }

  private static DueBulk due(int tries, boolean last, List<ScheduledResult> results) {
    return new DueBulk(
        new Lease(UUID.randomUUID(), tries),
        1,
        1,
        Instant.EPOCH,
        false,
        false,
        last,
        results,
        new byte[0]);
  }
}
