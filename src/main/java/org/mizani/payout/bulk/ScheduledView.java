package org.mizani.payout.bulk;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.mizani.payout.bulk.BulkProgress.Counts;
import org.mizani.payout.schedule.ScheduleStatus;
import org.mizani.payout.schedule.ScheduledBulk;
import org.mizani.payout.schedule.ScheduledResult;

/** View of a batch for a later time without judged items, before its execution or without one. */
final class ScheduledView {

  private ScheduledView() {}

  /** The answer to the order of a batch. */
  static BulkAnswer firstAnswer(
      UUID id, Instant executeAt, boolean atomic, List<ScheduledResult> results) {
    return answer(id, ScheduleStatus.SCHEDULED, executeAt, atomic, results);
  }

  /** The batch as it was when it had this status. */
  static BulkAnswer answer(ScheduledBulk bulk, ScheduleStatus status) {
    return answer(bulk.id(), status, bulk.executeAt(), bulk.atomic(), bulk.results());
  }

  private static BulkAnswer answer(
      UUID id,
      ScheduleStatus status,
      Instant executeAt,
      boolean atomic,
      List<ScheduledResult> results) {
    return BulkAnswer.unexecuted(id, status.code(), executeAt, atomic, items(results, status));
  }

  /** The items of a batch. */
  static List<BulkItem> items(ScheduledBulk bulk) {
    return items(bulk.results(), bulk.status());
  }

  private static List<BulkItem> items(List<ScheduledResult> results, ScheduleStatus status) {
    String result = (status == ScheduleStatus.EXECUTING ? ScheduleStatus.SCHEDULED : status).code();
    return IntStream.range(0, results.size())
        .mapToObj(index -> item(index, results.get(index), result))
        .toList();
  }

  private static BulkItem item(int index, ScheduledResult told, String result) {
    return Optional.ofNullable(told.refusal())
        .map(ItemRefusal::read)
        .map(refusal -> BulkItem.refused(index, told.businessReference(), refusal))
        .orElseGet(() -> BulkItem.unexecuted(index, told.businessReference(), result));
  }

  /** These items, counted. */
  static Counts count(List<BulkItem> items) {
    long refused = items.stream().filter(BulkItem::isRefused).count();
    long unexecuted = items.size() - refused;
    return new Counts(0, refused, 0, 0, 0, unexecuted == 0 ? null : unexecuted);
  }
}
