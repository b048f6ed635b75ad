package org.mizani.payout.bulk;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.mizani.fault.ApiFault;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.DueBulks;
import org.mizani.payout.schedule.ScheduledResult;

/**
 * Run of a batch that is due. Its transaction begins with the end of the schedule, so that the
 * batch is executed once, by the pod that has its lease.
 */
final class ScheduledExecution implements BulkRun {

  private static final Predicate<BulkItem> UNAVAILABLE =
      item -> item.isRefused() && item.refusal().status() == ApiFault.SERVICE_UNAVAILABLE.status();

  private final DueBulks schedules;
  private final DueBulk due;
  private final Supplier<Uni<Optional<ApiFault>>> rights;

  /**
   * @param rights whether its key may pay at that moment: the refusal if it may not
   */
  ScheduledExecution(DueBulks schedules, DueBulk due, Supplier<Uni<Optional<ApiFault>>> rights) {
    this.schedules = schedules;
    this.due = due;
    this.rights = rights;
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

  /** Of a key that was revoked while the items were judged nothing is paid any more. */
  @Override
  public Uni<Optional<ApiFault>> refusal() {
    return rights.get();
  }

  @Override
  public Uni<Void> begin() {
    return schedules.end(due.lease()).invoke(ScheduledExecution::requireLease).replaceWithVoid();
  }

  /**
   * @param ended whether a statement under the lease found it in force
   * @throws LeaseLost if it did not
   */
  static void requireLease(boolean ended) {
    if (!ended) {
      throw new LeaseLost();
    }
  }

  /** Those that were judged now at their places, and those that were refused at the order. */
  @Override
  public List<BulkItem> complete(List<BulkItem> judged) {
    if (!due.isLastTry() && judged.stream().anyMatch(UNAVAILABLE)) {
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
