package org.mizani.payout.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.mizani.access.Caller;
import org.mizani.database.CallerContext;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.BulkFault;
import org.mizani.payout.OrderGroups;
import org.mizani.payout.PayoutOrder;
import org.mizani.payout.bulk.BulkRepository.NewBulk;
import org.mizani.rail.guard.GroupLookups;

/**
 * Judgement of a batch's items before it is recorded, each as a request of its own would be, some
 * at once: as one of them ends the next begins.
 */
@Singleton
final class BulkJudgement {

  private static final Logger LOG = Logger.getLogger(BulkJudgement.class);

  /** Items that are judged at once. */
  private static final int AT_ONCE = 25;

  private final BulkItemReader reader;
  private final OrderGroups groups;
  private final Duration within;

  BulkJudgement(BulkItemReader reader, OrderGroups groups, BulkConfig config) {
    this.reader = reader;
    this.groups = groups;
    this.within = config.judgedWithin();
  }

  /**
   * The items of a batch, judged. Those of an atomic one are not judged further where the request
   * alone shows that one is refused.
   *
   * @throws ApiException (as failure) 503 if they are not judged in time: the key may be revoked by
   *     then, or the rate another
   */
  Uni<List<JudgedItem>> judge(NewBulk bulk, Caller caller, List<JsonNode> items) {
    // What is late fails on a timer's thread.
    return CallerContext.backTo(
        read(items)
            .chain(read -> bulk.atomic() && isHopeless(read) ? unjudged(read) : judge(caller, read))
            .ifNoItem()
            .after(within)
            .failWith(() -> late(bulk, items)));
  }

  private ApiException late(NewBulk bulk, List<JsonNode> items) {
    LOG.warnf(
        "Batch %s of %d items was not judged within %d ms (payments.bulk.judged-within)",
        bulk.id(), items.size(), within.toMillis());
    return ApiFault.SERVICE_UNAVAILABLE.asException();
  }

  /**
   * The items, judged by what stays as it is until a later time: their fields, and references that
   * were used. Rates, recipients, limits and balances are those of that time.
   */
  Uni<List<ReadItem>> judgeAhead(Caller caller, List<JsonNode> items) {
    return read(items)
        .map(BulkJudgement::repeatsRefused)
        .map(read -> read.stream().map(BulkJudgement::withoutQuote).toList())
        .chain(read -> usedRefused(caller, read));
  }

  private static ReadItem withoutQuote(ReadItem item) {
    return item.isRefused() || item.order().price().quoteId().isEmpty()
        ? item
        : item.refusedFor(BulkFault.QUOTE_OF_SCHEDULED);
  }

  private Uni<List<ReadItem>> usedRefused(Caller caller, List<ReadItem> items) {
    List<PayoutOrder> open =
        items.stream().filter(item -> !item.isRefused()).map(ReadItem::order).toList();
    return groups
        .usedReferences(caller, open)
        .map(used -> items.stream().map(item -> unlessUsed(item, used)).toList());
  }

  private static ReadItem unlessUsed(ReadItem item, Map<String, ApiFault> used) {
    ApiFault refusal = item.isRefused() ? null : used.get(item.businessReference());
    return refusal == null ? item : item.refusedFor(refusal);
  }

  private Uni<List<ReadItem>> read(List<JsonNode> items) {
    List<Integer> indexes = IntStream.range(0, items.size()).boxed().toList();
    return each(
        indexes, index -> Uni.createFrom().item(read(index, items.get(index))), ReadItem::index);
  }

  private ReadItem read(int index, JsonNode item) {
    try {
      return ReadItem.of(index, reader.read(item));
    } catch (ApiException e) {
      return ReadItem.unreadable(index, BulkItemReader.reference(item), e.fault());
    }
  }

  private static boolean isHopeless(List<ReadItem> items) {
    return repeatsRefused(items).stream().anyMatch(ReadItem::isRefused);
  }

  private static List<ReadItem> repeatsRefused(List<ReadItem> items) {
    FirstReferences firsts = new FirstReferences();
    return items.stream()
        .map(
            item ->
                item.isRefused()
                    ? item
                    : firsts.refusal(item.order()).map(item::refusedFor).orElse(item))
        .toList();
  }

  private static Uni<List<JudgedItem>> unjudged(List<ReadItem> items) {
    return Uni.createFrom().item(repeatsRefused(items).stream().map(ReadItem::unjudged).toList());
  }

  private Uni<List<JudgedItem>> judge(Caller caller, List<ReadItem> items) {
    GroupLookups lookups = groups.lookups();
    return each(items, item -> judge(caller, item, lookups), JudgedItem::index)
        .map(BulkJudgement::withoutRepeats)
        .chain(judged -> withoutUsedReferences(caller, judged));
  }

  private Uni<JudgedItem> judge(Caller caller, ReadItem item, GroupLookups lookups) {
    return item.isRefused()
        ? Uni.createFrom().item(item.unjudged())
        : groups
            .prepare(caller, item.order(), lookups)
            .map(prepared -> JudgedItem.of(item.index(), prepared));
  }

  /** Each in a turn of its own: between two of them other requests have theirs. */
  private static <T, R> Uni<List<R>> each(
      List<T> items, Function<T, Uni<R>> work, ToIntFunction<R> place) {
    return Multi.createFrom()
        .iterable(items)
        .onItem()
        .transformToUni(
            item ->
                CallerContext.backTo(
                    CallerContext.backTo(Uni.createFrom().voidItem())
                        .chain(() -> work.apply(item))))
        .merge(AT_ONCE)
        .collect()
        .asList()
        .map(done -> done.stream().sorted(Comparator.comparingInt(place)).toList());
  }

  /** Refuses items with the reference of an item before them. */
  private static List<JudgedItem> withoutRepeats(List<JudgedItem> items) {
    FirstReferences firsts = new FirstReferences();
    return items.stream()
        .map(
            item ->
                item.orderWithReference()
                    .flatMap(firsts::refusal)
                    .map(item::refusedFor)
                    .orElse(item))
        .toList();
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
}
