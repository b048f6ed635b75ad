package org.mizani.payout.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.mizani.access.Caller;
import org.mizani.database.Bulkhead;
import org.mizani.database.CallerContext;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
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

  /** Items that are judged at once; between two such parts other requests have their turn. */
  private static final int PART = 25;

  private final BulkItemReader reader;
  private final OrderGroups groups;
  private final BulkRepository bulks;
  private final RecordedKeys keys;
  private final Database database;
  private final Bulkhead judging;
  private final Bulkhead atOnce;
  private final Duration judgedWithin;
  private final InstantSource clock;

  Bulks(
      BulkItemReader reader,
      OrderGroups groups,
      BulkRepository bulks,
      RecordedKeys keys,
      Database database,
      BulkConfig config,
      DatabaseConfig databaseConfig,
      InstantSource clock) {
    this.reader = reader;
    this.groups = groups;
    this.bulks = bulks;
    this.keys = keys;
    this.database = database;
    this.judging = new Bulkhead(config.judgedAtOnce(), databaseConfig.timeout());
    this.atOnce = new Bulkhead(config.atOnce(), databaseConfig.timeout());
    this.judgedWithin = config.judgedWithin();
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
   * @throws ApiException (as failure) 503 where the key of the request is recorded already, the
   *     items are not judged in time, or a wallet is locked for too long; then no batch is recorded
   */
  Uni<BulkAnswer> create(
      Caller caller, List<JsonNode> items, boolean atomic, Optional<RequestKey> key) {
    NewBulk bulk = new NewBulk(TimeOrderedId.at(clock.millis()), caller, atomic, key);
    return unlessRepeated(caller, key)
        .chain(() -> judging.take(() -> judgeInTime(caller, items)))
        .map(Bulks::withoutRepeats)
        .chain(judged -> withoutUsedReferences(caller, judged))
        .chain(judged -> record(bulk, judged))
        .onFailure(failure -> SqlState.isLockNotAvailable(failure) || SqlState.isDeadlock(failure))
        .transform(failure -> ApiFault.SERVICE_UNAVAILABLE.asException());
  }

  /** A repeat is refused before its items are judged; the first answer takes the place of that. */
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

  /** What was judged too long ago is not recorded: the key may be revoked, or the rate another. */
  private Uni<List<JudgedItem>> judgeInTime(Caller caller, List<JsonNode> items) {
    return judgeAll(caller, items)
        .ifNoItem()
        .after(judgedWithin)
        .failWith(ApiFault.SERVICE_UNAVAILABLE::asException);
  }

  private Uni<List<JudgedItem>> judgeAll(Caller caller, List<JsonNode> items) {
    List<Integer> parts =
        IntStream.iterate(0, i -> i < items.size(), i -> i + PART).boxed().toList();
    return Multi.createFrom()
        .iterable(parts)
        .onItem()
        .transformToUniAndConcatenate(
            from ->
                CallerContext.backTo(Uni.createFrom().voidItem())
                    .chain(() -> CallerContext.backTo(judgePart(caller, items, from))))
        .collect()
        .asList()
        .map(judged -> judged.stream().flatMap(List::stream).toList());
  }

  private Uni<List<JudgedItem>> judgePart(Caller caller, List<JsonNode> items, int from) {
    List<Uni<JudgedItem>> part =
        IntStream.range(from, Math.min(from + PART, items.size()))
            .mapToObj(index -> judge(caller, index, items.get(index)))
            .toList();
    return Uni.join().all(part).andFailFast();
  }

  private Uni<JudgedItem> judge(Caller caller, int index, JsonNode item) {
    try {
      return groups
          .prepare(caller, reader.read(item))
          .map(prepared -> JudgedItem.of(index, prepared));
    } catch (ApiException e) {
      return Uni.createFrom()
          .item(JudgedItem.unreadable(index, BulkItemReader.reference(item), e.fault()));
    }
  }

  /** Refuses items with the reference of an item before them. */
  private static List<JudgedItem> withoutRepeats(List<JudgedItem> items) {
    FirstReferences firsts = new FirstReferences();
    return items.stream().map(firsts::judge).toList();
  }

  private Uni<List<JudgedItem>> withoutUsedReferences(Caller caller, List<JudgedItem> items) {
    return groups
        .usedReferences(
            caller,
            items.stream()
                .filter(item -> !FirstReferences.isRepeat(item))
                .flatMap(item -> item.orderWithReference().stream())
                .toList())
        .map(used -> items.stream().map(item -> unlessUsed(item, used)).toList());
  }

  private static JudgedItem unlessUsed(JudgedItem item, Map<String, ApiFault> used) {
    return item.orderWithReference()
        .filter(order -> !FirstReferences.isRepeat(item))
        .map(order -> used.get(order.terms().businessReference()))
        .map(item::refusedFor)
        .orElse(item);
  }

  private Uni<BulkAnswer> record(NewBulk bulk, List<JudgedItem> items) {
    boolean hopeless = bulk.atomic() && !items.stream().allMatch(JudgedItem::isReady);
    List<JudgedItem> ready =
        hopeless ? List.of() : items.stream().filter(JudgedItem::isReady).toList();
    return inTransaction(() -> recordPayouts(bulk, ready, items))
        .onFailure(Incomplete.class)
        .recoverWithUni(failure -> inTransaction(() -> recordBulk(bulk, failure.items)));
  }

  private Uni<BulkAnswer> inTransaction(Supplier<Uni<BulkAnswer>> work) {
    return atOnce.take(() -> database.inTransaction(work));
  }

  private Uni<BulkAnswer> recordPayouts(
      NewBulk bulk, List<JudgedItem> ready, List<JudgedItem> items) {
    if (ready.isEmpty()) {
      return recordBulk(bulk, items);
    }
    return groups
        .record(bulk.caller(), ready.stream().map(JudgedItem::prepared).toList(), bulk.atomic())
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
    List<BulkItem> ended = new ArrayList<>(items.size());
    for (JudgedItem item : items) {
      ended.add(
          !item.isReady()
              ? item.refused(item.refusal())
              : refused ? item.refused(BulkFault.OTHER_ITEM_REFUSED) : item.created());
    }
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
