package org.mizani.rail.callback;

import static java.util.stream.Collectors.toCollection;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.mizani.money.Money;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;

/**
 * Words of a network about one collection, which are signed or came to its path. Those that count
 * may settle it. The others name ids of prompts: where an acknowledgement was lost, they are no ids
 * to believe a callback by, but ids to ask the network by (ADR 19).
 */
public final class PromptWords {

  private final CallbackSubject collection;
  private final List<Words.Heard> heard;

  /**
   * @param heard the youngest first
   */
  PromptWords(CallbackSubject collection, List<Words.Heard> heard) {
    this.collection = collection;
    this.heard = List.copyOf(heard);
  }

  /** No words about a collection. */
  public static PromptWords none(CallbackSubject collection) {
    return new PromptWords(collection, List.of());
  }

  /**
   * The definite outcome of the collection by the words that count, or empty. That it is unpaid
   * does not count beside a word, under an id that is not one of these, that it is paid: its
   * customer may have been prompted twice, as by a gateway that repeats a request.
   *
   * @param networkIds that the network acknowledged
   */
  public Optional<CollectionOutcome> outcome(Collection<String> networkIds) {
    Set<String> ids = Set.copyOf(networkIds);
    List<CollectionOutcome> definite =
        outcomes(words().filter(word -> Words.isKnown(word, ids)))
            .filter(PromptWords::isDefinite)
            .toList();
    return Words.agreed(collection, definite)
        .filter(one -> one instanceof Collected || ids.containsAll(paidPrompts()));
  }

  /** The ids that they name, the youngest first. */
  public List<String> prompts() {
    return ids(words().filter(word -> word.collection().isPresent()));
  }

  /**
   * The ids in those of them that say that the customer has paid. A signed word needs no id: it
   * counts as it is.
   */
  public List<String> paidPrompts() {
    return ids(words().filter(PromptWords::isUnsignedPaid));
  }

  private static boolean isUnsignedPaid(CallbackWord word) {
    return !word.signed() && payment(word).isPresent();
  }

  /** The amounts in those of them that name this id and say that the customer has paid. */
  public List<Money> amountsUnder(String networkId) {
    return words()
        .filter(word -> word.networkIds().contains(networkId))
        .flatMap(word -> payment(word).stream())
        .flatMap(payment -> payment.amount().stream())
        .toList();
  }

  /** The time at which one of them has named this id first. */
  public Optional<Instant> namedSince(String networkId) {
    return first(heard.stream().filter(said -> said.word().networkIds().contains(networkId)));
  }

  private static Optional<Instant> first(Stream<Words.Heard> said) {
    return said.map(one -> one.callback().callback().receivedAt()).min(Comparator.naturalOrder());
  }

  /** The time at which one of them has said first that the prompt of this id is paid. */
  public Optional<Instant> paidSince(String networkId) {
    return first(
        heard.stream()
            .filter(said -> said.word().networkIds().contains(networkId))
            .filter(said -> payment(said.word()).isPresent()));
  }

  /**
   * The ids of the prompt of the credited payment, by its receipt. Empty where no word has that.
   *
   * @param reference of the payment: its receipt, which a person may have written in another case,
   *     or the id that stands in for it
   */
  public List<String> creditedPrompts(String reference) {
    return ids(words().filter(word -> isOf(reference, word)));
  }

  private static boolean isOf(String reference, CallbackWord word) {
    return payment(word)
        .filter(
            payment ->
                payment.paymentReference().strip().equalsIgnoreCase(reference.strip())
                    || word.networkIds().contains(reference))
        .isPresent();
  }

  /**
   * The ids of prompts that are said to be paid, beside that of the credited payment. One of which
   * a word has the credited receipt, and another word another receipt, is one of them: the first
   * word may be forged to hide a second payment.
   */
  public List<String> otherPayments(String reference) {
    Set<String> credited = Set.copyOf(creditedPrompts(reference));
    Set<String> otherwise =
        Set.copyOf(ids(words().filter(word -> hasReceiptBeside(reference, word))));
    return paidPrompts().stream()
        .filter(id -> !id.equals(reference))
        .filter(id -> !credited.contains(id) || otherwise.contains(id))
        .toList();
  }

  /** A word without a receipt has the id of its prompt in the place of one. */
  private static boolean hasReceiptBeside(String reference, CallbackWord word) {
    return payment(word)
        .filter(payment -> !word.networkIds().contains(payment.paymentReference()))
        .filter(payment -> !isOf(reference, word))
        .isPresent();
  }

  private Stream<CallbackWord> words() {
    return heard.stream().map(Words.Heard::word);
  }

  private static List<String> ids(Stream<CallbackWord> said) {
    return List.copyOf(
        said.flatMap(word -> word.networkIds().stream()).collect(toCollection(LinkedHashSet::new)));
  }

  private static Optional<Collected> payment(CallbackWord word) {
    return word.collection().filter(Collected.class::isInstance).map(Collected.class::cast);
  }

  static Stream<CollectionOutcome> outcomes(Stream<CallbackWord> said) {
    return said.flatMap(word -> word.collection().stream());
  }

  private static boolean isDefinite(CollectionOutcome said) {
    return said instanceof Collected
        || said instanceof CollectionOutcome.Declined
        || said instanceof CollectionOutcome.Lapsed;
  }
}
