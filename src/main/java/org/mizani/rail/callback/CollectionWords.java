package org.mizani.rail.callback;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CollectionOutcome;

/** Reader of the words of networks about collections. */
@Singleton
public final class CollectionWords {

  private final Words words;

  CollectionWords(Words words) {
    this.words = words;
  }

  /**
   * The words about a collection.
   *
   * @param age of the collection
   */
  public Uni<PromptWords> about(CallbackSubject collection, String rail, Duration age) {
    return words
        .heard(collection, rail, age, Words::isPlausible)
        .map(heard -> new PromptWords(collection, heard));
  }

  /**
   * Whether there is news of a payment of a credited collection under another id than that of the
   * payment that was credited: its customer may have paid twice.
   *
   * @param reference of the payment that was credited
   */
  public Uni<Boolean> nameAnotherPayment(Words.Ended collection, String reference) {
    return about(collection.subject(), collection.rail(), collection.age())
        .map(
            said ->
                said.otherPayments(reference).stream()
                    .flatMap(id -> said.paidSince(id).stream())
                    .anyMatch(collection::isNews));
  }

  /** Whether a word may be contrary to a collection's end, as to a payout's. */
  public Uni<Boolean> mayContradict(Words.Ended collection, Predicate<CollectionOutcome> contrary) {
    return words
        .news(collection, Words::isPlausible)
        .map(said -> PromptWords.outcomes(said.stream()).anyMatch(contrary));
  }

  /** Whether a word that counts adds to a collection's end, by the ids that were acknowledged. */
  public Uni<Boolean> addToEnd(
      Words.Ended collection, List<String> networkIds, Predicate<CollectionOutcome> addition) {
    Set<String> ids = Set.copyOf(networkIds);
    return words
        .news(collection, (stored, word) -> Words.counts(stored, word, ids))
        .map(said -> PromptWords.outcomes(said.stream()).anyMatch(addition));
  }
}
