package org.mizani.payout.bulk;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.mizani.fault.ApiFault;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.ScheduleRepository;
import org.mizani.payout.schedule.ScheduledResult;

/**
 * Run of a batch that is due. Its transaction begins with the end of the schedule, so that the
 * batch is executed once, by the pod that has its lease.
 */
final class ScheduledExecution implements BulkRun {

  /** Tries at most for the sake of items that are unavailable: the others wait as long. */
  private static final int MOST_TRIES = 10;

  private static final Predicate<BulkItem> UNAVAILABLE =
      item -> item.isRefused() && item.refusal().status() == ApiFault.SERVICE_UNAVAILABLE.status();

  private final ScheduleRepository schedules;
  private final DueBulk due;

  ScheduledExecution(ScheduleRepository schedules, DueBulk due) {
    this.schedules = schedules;
    this.due = due;
  }

  /** Failure of a run that has lost its lease to another. */
  static final class LeaseLost extends RuntimeException {

    LeaseLost() {
      super("the batch is executed under another lease", null, false, false);
    }
  }

  /** Failure of a run that is to be tried again, because networks or look-ups are away. */
  static final class ItemsUnavailable extends RuntimeException {

    ItemsUnavailable() {
      super("items are unavailable", null, false, false);
    }
  }

  @Override
  public Uni<Void> begin() {
    return schedules
        .end(due.lease())
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
    if (!due.last() && due.lease().polls() < MOST_TRIES && judged.stream().anyMatch(UNAVAILABLE)) {
      throw new ItemsUnavailable();
    }
    Iterator<BulkItem> next = judged.iterator();
    List<BulkItem> all = new ArrayList<>(due.results().size());
    for (int index = 0; index < due.results().size(); index++) {
      ScheduledResult told = due.results().get(index);
      all.add(told.isAccepted() ? next.next().at(index) : refused(index, told));
    }
    return all;
  }

  private static BulkItem refused(int index, ScheduledResult told) {
    return BulkItem.refused(index, told.businessReference(), ItemRefusal.read(told.refusal()));
  }
}
