package org.mizani.payout.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.access.Caller;
import org.mizani.access.CountedRequests;
import org.mizani.database.Bulkhead;
import org.mizani.database.CallerContext;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.SharedBulkhead;
import org.mizani.database.SqlState;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.BulkFault;
import org.mizani.payout.OrderGroups;
import org.mizani.payout.bulk.BulkRepository.NewBulk;
import org.mizani.repeat.RecordedKeys;
import org.mizani.repeat.RequestKey;

/**
 * Batches of payouts (ADR 36): each item is judged as a request of its own would be, then all are
 * recorded in one transaction, with the batch itself.
 */
@Singleton
final class Bulks {

  private final BulkJudgement judgement;
  private final OrderGroups groups;
  private final BulkRepository bulks;
  private final CountedRequests counted;
  private final RecordedKeys keys;
  private final Database database;
  private final SharedBulkhead atOnce;
  private final int itemsPerRequest;
  private final InstantSource clock;

  Bulks(
      BulkJudgement judgement,
      OrderGroups groups,
      BulkRepository bulks,
      CountedRequests counted,
      RecordedKeys keys,
      Database database,
      BulkConfig config,
      DatabaseConfig databaseConfig,
      InstantSource clock) {
    this.judgement = judgement;
    this.groups = groups;
    this.bulks = bulks;
    this.counted = counted;
    this.keys = keys;
    this.database = database;
    this.atOnce = new SharedBulkhead(config.atOnce(), databaseConfig.timeout());
    this.itemsPerRequest = config.itemsPerRequest();
    this.clock = clock;
  }

  /** Failure that rolls a batch back of which all items or none are to be created. */
  private static final class Incomplete extends RuntimeException {

    private final transient List<JudgedItem> items;

    Incomplete(List<JudgedItem> items) {
      super("not all of a batch can be created", null, false, false);
      this.items = items;
    }
  }

  /**
   * Orders a batch.
   *
   * @param atomic whether all of its payouts are created, or none
   * @throws ApiException (as failure) 429 where its items are more requests than the key has left;
   *     503 where the key of the request is recorded already, the items are not judged in time, or
   *     a wallet is locked, or other batches are recorded, for too long; then no batch is recorded
   */
  Uni<BulkAnswer> create(
      Caller caller, List<JsonNode> items, boolean atomic, Optional<RequestKey> key) {
    NewBulk bulk = NewBulk.atOnce(TimeOrderedId.at(clock.millis()), caller, atomic, key);
    return admit(caller, items, key).chain(() -> execute(bulk, caller, items));
  }

  /**
   * Counts the items of a request that orders a batch.
   *
   * @throws ApiException (as failure) 429 where they are more requests than the key has left; 503
   *     where the key of the request is recorded already
   */
  Uni<Void> admit(Caller caller, List<JsonNode> items, Optional<RequestKey> key) {
    // Requests of one key wait for the same count, whose answer comes on the context of one of
    // them.
    Uni<Void> counting =
        CallerContext.backTo(counted.countMore(caller, (items.size() - 1) / itemsPerRequest));
    return unlessRepeated(caller, key).chain(() -> counting);
  }

  /** Judges these items of a batch, and records it with their payouts. */
  Uni<BulkAnswer> execute(NewBulk bulk, Caller caller, List<JsonNode> items) {
    return judgement
        .judge(bulk, caller, items)
        .chain(
            judged ->
                bulk.run()
                    .refusal()
                    .chain(
                        found ->
                            found
                                .map(refusal -> recordRefused(bulk, refused(judged, refusal)))
                                .orElseGet(() -> record(bulk, caller, judged))));
  }

  private static List<JudgedItem> refused(List<JudgedItem> items, ApiFault refusal) {
    return items.stream().map(item -> item.refusedFor(refusal)).toList();
  }

  private static boolean isWithoutEffect(Throwable failure) {
    return failure instanceof Bulkhead.NoPlace
        || SqlState.isLockNotAvailable(failure)
        || SqlState.isDeadlock(failure);
  }

  /** A repeat is refused before its items count; the first answer takes the place of that. */
  private Uni<Void> unlessRepeated(Caller caller, Optional<RequestKey> key) {
    return key.map(recorded -> keys.isRecorded(caller, recorded))
        .orElseGet(() -> Uni.createFrom().item(false))
        .invoke(
            repeated -> {
              if (repeated) {
                throw ApiFault.SERVICE_UNAVAILABLE.asException();
              }
            })
        .replaceWithVoid();
  }

  /**
   * Records a batch of judged items: with their payouts, unless it is atomic and one is refused.
   */
  private Uni<BulkAnswer> record(NewBulk bulk, Caller caller, List<JudgedItem> items) {
    boolean hopeless = bulk.atomic() && !items.stream().allMatch(JudgedItem::isReady);
    List<JudgedItem> ready =
        hopeless ? List.of() : items.stream().filter(JudgedItem::isReady).toList();
    if (ready.isEmpty()) {
      return recordRefused(bulk, items);
    }
    return inTransaction(bulk, () -> recordPayouts(bulk, caller, ready, items))
        .onFailure(Incomplete.class)
        .recoverWithUni(failure -> recordRefused(bulk, failure.items));
  }

  /** Records a batch without a payout: all of its items are refused, or it is atomic and one is. */
  Uni<BulkAnswer> recordRefused(NewBulk bulk, List<JudgedItem> items) {
    return inTransaction(bulk, () -> recordBulk(bulk, items));
  }

  private Uni<BulkAnswer> inTransaction(NewBulk bulk, Supplier<Uni<BulkAnswer>> work) {
    return inTransaction(bulk.businessId(), () -> bulk.run().begin().chain(begun -> work.get()));
  }

  /**
   * Runs this work in a transaction, in the turn of the business.
   *
   * @throws ApiException (as failure) 503 where it has to wait for too long
   */
  <T> Uni<T> inTransaction(long businessId, Supplier<Uni<T>> work) {
    return atOnce
        .take(businessId, () -> database.inTransaction(work))
        .onFailure(Bulks::isWithoutEffect)
        .transform(failure -> ApiFault.SERVICE_UNAVAILABLE.asException());
  }

  private Uni<BulkAnswer> recordPayouts(
      NewBulk bulk, Caller caller, List<JudgedItem> ready, List<JudgedItem> items) {
    return groups
        .record(caller, ready.stream().map(JudgedItem::prepared).toList(), bulk.atomic())
        .map(ended -> items.stream().map(item -> ended(item, ended)).toList())
        .chain(
            judged ->
                bulk.atomic() && !judged.stream().allMatch(JudgedItem::isReady)
                    ? Uni.createFrom().failure(new Incomplete(judged))
                    : recordBulk(bulk, judged));
  }

  private static JudgedItem ended(JudgedItem item, Map<UUID, Optional<ApiFault>> ended) {
    return item.isReady()
        ? ended.get(item.prepared().serviceReference()).map(item::refusedFor).orElse(item)
        : item;
  }

  /** Records the batch: of one that is atomic, an item that is refused refuses all others. */
  private Uni<BulkAnswer> recordBulk(NewBulk bulk, List<JudgedItem> items) {
    boolean refused = bulk.atomic() && !items.stream().allMatch(JudgedItem::isReady);
    List<BulkItem> judged = new ArrayList<>(items.size());
    for (JudgedItem item : items) {
      judged.add(
          !item.isReady()
              ? item.refused(item.refusal())
              : refused ? item.refused(BulkFault.OTHER_ITEM_REFUSED) : item.created());
    }
    List<BulkItem> ended = bulk.run().complete(judged);
    return bulks
        .record(bulk, ended)
        .map(
            recorded -> {
              if (!recorded) {
                // Its key is recorded: the first answer of that takes the place of this refusal.
                throw ApiFault.SERVICE_UNAVAILABLE.asException();
              }
              return BulkAnswer.of(bulk.id(), bulk.atomic(), ended);
            });
  }
}
