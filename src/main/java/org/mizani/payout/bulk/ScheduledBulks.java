package org.mizani.payout.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.BulkFault;
import org.mizani.payout.bulk.BulkRepository.NewBulk;
import org.mizani.payout.schedule.NewSchedule;
import org.mizani.payout.schedule.OpenSchedules;
import org.mizani.payout.schedule.ScheduleConfig;
import org.mizani.payout.schedule.ScheduleRepository;
import org.mizani.payout.schedule.ScheduleStatus;
import org.mizani.payout.schedule.ScheduledBulk;
import org.mizani.payout.schedule.ScheduledItems;
import org.mizani.payout.schedule.ScheduledResult;
import org.mizani.repeat.RequestKey;

/** Batches of payouts for a later time (ADR 36): ordered, read and cancelled. */
@Singleton
final class ScheduledBulks {

  private final Bulks bulks;
  private final BulkJudgement judgement;
  private final BulkRepository recorded;
  private final OpenSchedules openSchedules;
  private final ScheduleRepository schedules;
  private final int most;
  private final InstantSource clock;

  ScheduledBulks(
      Bulks bulks,
      BulkJudgement judgement,
      BulkRepository recorded,
      OpenSchedules openSchedules,
      ScheduleRepository schedules,
      ScheduleConfig config,
      InstantSource clock) {
    this.bulks = bulks;
    this.judgement = judgement;
    this.recorded = recorded;
    this.openSchedules = openSchedules;
    this.schedules = schedules;
    this.most = config.most();
    this.clock = clock;
  }

  /** Order of a batch for a later time. */
  private record Order(
      UUID id,
      Caller caller,
      List<JsonNode> items,
      boolean atomic,
      Instant executeAt,
      Optional<RequestKey> key) {

    /** Whether an item is left to pay at its time. */
    boolean isPossible(List<ReadItem> read) {
      return atomic
          ? read.stream().noneMatch(ReadItem::isRefused)
          : !read.stream().allMatch(ReadItem::isRefused);
    }

    NewSchedule schedule(List<ReadItem> read) {
      return new NewSchedule(
          id,
          caller,
          atomic,
          executeAt,
          key,
          results(read),
          new ScheduledItems(
              read.stream()
                  .filter(item -> !item.isRefused())
                  .map(item -> BulkItemReader.kept(items.get(item.index())))
                  .toList()));
    }
  }

  /**
   * Orders a batch for a later time. No money is held. One without an item left to pay then is
   * recorded at once, with its refusals.
   *
   * @throws ApiException (as failure) 409 where the business has as many as it may; 429 where its
   *     items are more requests than the key has left; 503 where the key of the request is recorded
   *     already. Then no batch is recorded
   */
  Uni<BulkAnswer> order(
      Caller caller,
      List<JsonNode> items,
      boolean atomic,
      Instant executeAt,
      Optional<RequestKey> key) {
    Order order =
        new Order(TimeOrderedId.at(clock.millis()), caller, items, atomic, executeAt, key);
    return bulks
        .admit(caller, items, key)
        .chain(() -> judgement.judgeAhead(caller, items))
        .chain(read -> order.isPossible(read) ? schedule(order, read) : refuse(order, read));
  }

  private Uni<BulkAnswer> schedule(Order order, List<ReadItem> read) {
    return bulks
        .inTransaction(order.caller().businessId(), () -> scheduleUnclaimed(order, read))
        .chain(
            items ->
                order.isPossible(items)
                    ? Uni.createFrom()
                        .item(
                            ScheduledView.firstAnswer(
                                order.id(), order.executeAt(), order.atomic(), results(items)))
                    : refuse(order, items));
  }

  private Uni<List<ReadItem>> scheduleUnclaimed(Order order, List<ReadItem> read) {
    List<String> references =
        read.stream().filter(item -> !item.isRefused()).map(ReadItem::businessReference).toList();
    return openSchedules
        .lock(order.caller().businessId(), references, most)
        .chain(
            open -> {
              if (open.count() >= most) {
                throw BulkFault.TOO_MANY_SCHEDULED.asException();
              }
              List<ReadItem> items = withoutClaimed(read, open.claimed());
              return order.isPossible(items)
                  ? schedules
                      .schedule(order.schedule(items))
                      .map(ScheduledBulks::requireFirst)
                      .replaceWith(items)
                  : Uni.createFrom().item(items);
            });
  }

  /** The first answer of a recorded key takes the place of this refusal. */
  private static boolean requireFirst(boolean first) {
    if (!first) {
      throw ApiFault.SERVICE_UNAVAILABLE.asException();
    }
    return true;
  }

  private static List<ReadItem> withoutClaimed(List<ReadItem> items, Set<String> claimed) {
    return items.stream()
        .map(
            item ->
                !item.isRefused() && claimed.contains(item.businessReference())
                    ? item.refusedFor(BulkFault.REPEATED)
                    : item)
        .toList();
  }

  private Uni<BulkAnswer> refuse(Order order, List<ReadItem> items) {
    return bulks.recordRefused(
        NewBulk.atOnce(order.id(), order.caller(), order.atomic(), order.key()),
        items.stream().map(ReadItem::unjudged).toList());
  }

  private static List<ScheduledResult> results(List<ReadItem> items) {
    return items.stream().map(ScheduledBulks::result).toList();
  }

  private static ScheduledResult result(ReadItem item) {
    return new ScheduledResult(
        item.businessReference(),
        item.isRefused() ? ItemRefusal.of(item.refusal()).stored() : null);
  }

  /** The batches of a business that wait for their time or are executed, the next one first. */
  Uni<List<WaitingBulk>> waiting(Caller caller) {
    return openSchedules
        .list(caller.businessId())
        .map(found -> found.stream().map(WaitingBulk::of).toList());
  }

  /** The batch with this id, if the business has scheduled it. */
  Uni<Optional<ScheduledBulk>> find(Caller caller, UUID id) {
    return schedules.find(caller.businessId(), id);
  }

  /** The answer to the order of this batch, if the business has scheduled it. */
  Uni<Optional<BulkAnswer>> firstAnswer(Caller caller, UUID id) {
    return schedules
        .findAsOrdered(caller.businessId(), id)
        .map(found -> found.map(bulk -> ScheduledView.answer(bulk, ScheduleStatus.SCHEDULED)));
  }

  /**
   * Cancels a batch. Repeated it is cancelled still.
   *
   * @throws ApiException (as failure) 404 if the business has no such batch; 409 if its execution
   *     has begun, or it has expired
   */
  Uni<BulkAnswer> cancel(Caller caller, UUID id) {
    return schedules
        .cancel(caller.businessId(), id)
        .chain(
            found ->
                found
                    .map(bulk -> Uni.createFrom().item(cancelled(bulk)))
                    .orElseGet(() -> notScheduled(caller, id)));
  }

  private static BulkAnswer cancelled(ScheduledBulk bulk) {
    if (bulk.status() != ScheduleStatus.CANCELLED) {
      throw BulkFault.NOT_SCHEDULED.asException();
    }
    return ScheduledView.answer(bulk, ScheduleStatus.CANCELLED);
  }

  private Uni<BulkAnswer> notScheduled(Caller caller, UUID id) {
    return recorded
        .find(caller, id)
        .chain(
            found ->
                (found.isPresent() ? BulkFault.NOT_SCHEDULED : BulkFault.NOT_FOUND).asFailure());
  }
}
