package org.mizani.payout.bulk;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.ScheduleRepository;
import org.mizani.payout.schedule.ScheduleStatus;
import org.mizani.payout.schedule.ScheduledItems;
import org.mizani.payout.schedule.ScheduledResult;

/**
 * Run of a batch whose time has come. Its transaction begins with the end of the schedule, so that
 * the batch is executed once, by the pod that has its lease.
 */
final class ScheduledExecution implements BulkRun {

  private final ScheduleRepository schedules;
  private final DueBulk due;
  private final ScheduledItems items;

  ScheduledExecution(ScheduleRepository schedules, DueBulk due, ScheduledItems items) {
    this.schedules = schedules;
    this.due = due;
    this.items = items;
  }

  /** Failure of a run whose lease is another's by now. */
  static final class LeaseLost extends RuntimeException {

    LeaseLost() {
      super("the batch is executed under another lease", null, false, false);
    }
  }

  @Override
  public Uni<Void> begin() {
    return schedules
        .end(due.lease(), ScheduleStatus.EXECUTED, Optional.empty())
        .invoke(
            ended -> {
              if (!ended) {
                throw new LeaseLost();
              }
            })
        .replaceWithVoid();
  }

  /** Those that were judged now at their places, and those that were refused at the order. */
  @Override
  public List<BulkItem> complete(List<BulkItem> judged) {
    List<BulkItem> all = new ArrayList<>(due.results().size());
    judged.forEach(item -> all.add(item.at(items.items().get(item.index()).index())));
    IntStream.range(0, due.results().size())
        .filter(index -> !due.results().get(index).isAccepted())
        .mapToObj(index -> refused(index, due.results().get(index)))
        .forEach(all::add);
    all.sort(Comparator.comparingInt(BulkItem::index));
    return all;
  }

  private static BulkItem refused(int index, ScheduledResult told) {
    return BulkItem.refused(index, told.businessReference(), ItemRefusal.read(told.refusal()));
  }
}
