package org.mizani.rail.callback;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.mizani.money.Money;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.CollectionOutcome;

/**
 * Words of networks about collections. Those of {@link Words} that count may settle one. The others
 * that came to its path name ids of prompts: where its acknowledgement was lost, they are no ids to
 * believe a callback by, but ids to ask the network by (ADR 19).
 */
@Singleton
public final class CollectionWords {

  private final Words words;

  CollectionWords(Words words) {
    this.words = words;
  }

  /**
   * The definite outcome of a collection by its network's words that count, or empty. That it is
   * unpaid does not count beside a word, under an id that was not acknowledged, that it is paid:
   * its customer may have been prompted twice, as by a gateway that repeats a request.
   *
   * @param networkIds that the network acknowledged
   */
  public Uni<Optional<CollectionOutcome>> about(
      CallbackSubject collection, String rail, Duration age, List<String> networkIds) {
    Set<String> ids = Set.copyOf(networkIds);
    return words
        .words(collection, rail, age, Words::isPlausible)
        .map(
            said ->
                Words.agreed(collection, definite(said, ids))
                    .filter(one -> isPaid(one) || paidPrompts(said).allMatch(ids::contains)));
  }

  private static List<CollectionOutcome> definite(List<CallbackWord> said, Set<String> ids) {
    return outcomes(said.stream().filter(word -> Words.isKnown(word, ids)))
        .filter(CollectionWords::isDefinite)
        .toList();
  }

  /**
   * The ids in the callbacks about a collection, the youngest first.
   *
   * @param age of the collection
   */
  public Uni<List<String>> prompts(CallbackSubject collection, String rail, Duration age) {
    return ids(collection, rail, age, said -> promptsOf(said.stream()));
  }

  /** The ids in those of them that say that the customer has paid. */
  public Uni<List<String>> paidPrompts(CallbackSubject collection, String rail, Duration age) {
    return ids(collection, rail, age, CollectionWords::paidPrompts);
  }

  /** The amounts in those of them that name this id and say that the customer has paid. */
  public Uni<List<Money>> amountsUnder(
      String networkId, CallbackSubject collection, String rail, Duration age) {
    return words
        .words(collection, rail, age, Words::isPlausible)
        .map(
            said ->
                outcomes(said.stream().filter(word -> word.networkIds().contains(networkId)))
                    .filter(CollectionOutcome.Collected.class::isInstance)
                    .flatMap(one -> ((CollectionOutcome.Collected) one).amount().stream())
                    .toList());
  }

  /**
   * Whether there is news of a payment of a credited collection under an id that was not
   * acknowledged: its customer may have paid twice.
   *
   * @param networkIds that the network acknowledged
   */
  public Uni<Boolean> nameAnotherPayment(Words.Ended collection, List<String> networkIds) {
    return words
        .news(collection, Words::isPlausible)
        .map(said -> paidPrompts(said).anyMatch(id -> !networkIds.contains(id)));
  }

  private Uni<List<String>> ids(
      CallbackSubject collection,
      String rail,
      Duration age,
      Function<List<CallbackWord>, Stream<String>> named) {
    return words
        .words(collection, rail, age, Words::isPlausible)
        .map(said -> named.apply(said).toList());
  }

  /** A signed word needs no id: it counts as it is. */
  private static Stream<String> paidPrompts(List<CallbackWord> said) {
    return promptsOf(
        said.stream()
            .filter(word -> !word.signed())
            .filter(word -> word.collection().filter(CollectionWords::isPaid).isPresent()));
  }

  private static Stream<String> promptsOf(Stream<CallbackWord> said) {
    return said.filter(word -> word.collection().isPresent())
        .flatMap(word -> word.networkIds().stream())
        .distinct();
  }

  /** Whether a word may be contrary to a collection's end, as to a payout's. */
  public Uni<Boolean> mayContradict(Words.Ended collection, Predicate<CollectionOutcome> contrary) {
    return words
        .news(collection, Words::isPlausible)
        .map(said -> outcomes(said.stream()).anyMatch(contrary));
  }

  /** Whether a word that counts adds to a collection's end, by the ids that were acknowledged. */
  public Uni<Boolean> addToEnd(
      Words.Ended collection, List<String> networkIds, Predicate<CollectionOutcome> addition) {
    Set<String> ids = Set.copyOf(networkIds);
    return words
        .news(collection, (stored, word) -> Words.counts(stored, word, ids))
        .map(said -> outcomes(said.stream()).anyMatch(addition));
  }

  private static Stream<CollectionOutcome> outcomes(Stream<CallbackWord> said) {
    return said.flatMap(word -> word.collection().stream());
  }

  private static boolean isPaid(CollectionOutcome said) {
    return said instanceof CollectionOutcome.Collected;
  }

  private static boolean isDefinite(CollectionOutcome said) {
    return isPaid(said)
        || said instanceof CollectionOutcome.Declined
        || said instanceof CollectionOutcome.Lapsed;
  }
}
