package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ApiFault;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.ScheduledItems;
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

  private static ScheduledExecution run(int tries, boolean last) {
    DueBulk due =
        new DueBulk(
            new Lease(UUID.randomUUID(), tries),
            1,
            1,
            Instant.EPOCH,
            false,
            false,
            last,
            List.of(new ScheduledResult("a", null)),
            new byte[0]);
    ScheduledItems.Item item =
        new ScheduledItems.Item(0, JsonNodeFactory.instance.objectNode());
    return new ScheduledExecution(null, due, new ScheduledItems(List.of(item)));
  }
}
