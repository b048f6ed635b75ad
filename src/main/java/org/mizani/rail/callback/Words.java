package org.mizani.rail.callback;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.mizani.log.RedactedFailure;
import org.mizani.rail.CallbackReader;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutOutcome.Failed;
import org.mizani.rail.PayoutOutcome.Paid;
import org.mizani.rail.PayoutOutcome.Returned;
import org.mizani.rail.RailFloat;

/**
 * Words of networks that count (ADR 19): signed, or sent to the path of this payment alone, from an
 * address of the network, with an id that it acknowledged to us. The others only woke the settler.
 */
@Singleton
public final class Words {

  private static final Logger LOG = Logger.getLogger(Words.class);

  private final ConnectedRails rails;
  private final CallbackStore store;

  Words(ConnectedRails rails, CallbackStore store) {
    this.rails = rails;
    this.store = store;
  }

  /**
   * Payment that is final, though its network may say the contrary.
   *
   * @param age since its creation
   * @param knownUntil when the flag was raised that an operator cleared last, if one has: what its
   *     network had said until then is no news
   */
  public record Ended(
      CallbackSubject subject, String rail, Duration age, Optional<Instant> knownUntil) {

    private boolean isNews(StoredCallback stored) {
      return isNews(stored.callback().receivedAt());
    }

    boolean isNews(Instant receivedAt) {
      return knownUntil.filter(at -> !receivedAt.isAfter(at)).isEmpty();
    }
  }

  /** Word of a network, with its callback. */
  record Heard(StoredCallback callback, CallbackWord word) {}

  /**
   * The definite outcome of a payout by its network's words, or empty.
   *
   * @param networkIds that the network acknowledged
   */
  public Uni<Optional<PayoutOutcome>> about(
      CallbackSubject payout, String rail, Duration age, List<String> networkIds) {
    return outcomes(payout, rail, age, networkIds, CallbackWord::payout, Words::isDefinite)
        .map(outcomes -> agreed(payout, lasting(outcomes)));
  }

  /** Without the payment that came back. */
  private static List<PayoutOutcome> lasting(List<PayoutOutcome> outcomes) {
    boolean cameBack = outcomes.stream().anyMatch(Returned.class::isInstance);
    return outcomes.stream().filter(said -> !(cameBack && said instanceof Paid)).toList();
  }

  /** The outcomes by words that count and are contrary to a payout's end, the youngest first. */
  public Uni<List<PayoutOutcome>> contrary(
      Ended payout, List<String> networkIds, Predicate<PayoutOutcome> contrary) {
    Set<String> ids = Set.copyOf(networkIds);
    return news(payout, (stored, word) -> counts(stored, word, ids))
        .map(words -> payouts(words).filter(contrary).toList());
  }

  /**
   * The definite outcome of a payout by the last word that is signed or came to the path of this
   * payment, if that one counts. If it does not, the words before it bear nothing out.
   */
  public Uni<Optional<PayoutOutcome>> last(
      CallbackSubject payout, String rail, Duration age, List<String> networkIds) {
    return words(payout, rail, age, Words::isPlausible)
        .map(
            words ->
                words.stream()
                    .filter(word -> word.payout().filter(Words::isDefinite).isPresent())
                    .findFirst()
                    .filter(word -> isKnown(word, Set.copyOf(networkIds)))
                    .flatMap(CallbackWord::payout));
  }

  private static boolean isDefinite(PayoutOutcome said) {
    return said instanceof Paid || said instanceof Failed || said instanceof Returned;
  }

  /**
   * Whether a word may be contrary to a payout's end: it is signed, or came to the path of this
   * payment from an address of the network. It need not name an id that the network acknowledged,
   * because it settles nothing: the network is asked.
   */
  public Uni<Boolean> mayContradict(Ended payout, Predicate<PayoutOutcome> contrary) {
    return news(payout, Words::isPlausible).map(words -> payouts(words).anyMatch(contrary));
  }

  /** The words about a final payment that its operators do not know, of those that are wanted. */
  Uni<List<CallbackWord>> news(Ended payment, BiPredicate<StoredCallback, CallbackWord> wanted) {
    return words(
        payment.subject(),
        payment.rail(),
        payment.age(),
        (stored, word) -> payment.isNews(stored) && wanted.test(stored, word));
  }

  /**
   * Whether a word is signed, or came to the path of its payment from an address of the network.
   */
  static boolean isPlausible(StoredCallback stored, CallbackWord word) {
    return word.signed() || cameToItsPath(stored);
  }

  /** The words about a payout that are signed, or came to its path, the youngest first. */
  public Uni<List<CallbackWord>> plausible(CallbackSubject payout, String rail, Duration age) {
    return words(payout, rail, age, Words::isPlausible);
  }

  private static Stream<PayoutOutcome> payouts(List<CallbackWord> words) {
    return words.stream().flatMap(word -> word.payout().stream());
  }

  /** The balances that a network tells in answer to a question for them, likewise. */
  public Uni<Optional<RailFloat.Told>> aboutBalances(
      CallbackSubject question, String rail, Duration age, List<String> networkIds) {
    return outcomes(question, rail, age, networkIds, CallbackWord::balances, told -> true)
        .map(told -> agreed(question, told));
  }

  private <O> Uni<List<O>> outcomes(
      CallbackSubject subject,
      String rail,
      Duration age,
      List<String> networkIds,
      Function<CallbackWord, Optional<O>> kind,
      Predicate<O> definite) {
    Set<String> ids = Set.copyOf(networkIds);
    return words(subject, rail, age, (stored, word) -> counts(stored, word, ids))
        .map(
            words -> words.stream().flatMap(w -> kind.apply(w).stream()).filter(definite).toList());
  }

  /** The words about a payment that are wanted, the youngest first. */
  private Uni<List<CallbackWord>> words(
      CallbackSubject subject,
      String rail,
      Duration age,
      BiPredicate<StoredCallback, CallbackWord> wanted) {
    return heard(subject, rail, age, wanted).map(all -> all.stream().map(Heard::word).toList());
  }

  /** Those words likewise, each with its callback. */
  Uni<List<Heard>> heard(
      CallbackSubject subject,
      String rail,
      Duration age,
      BiPredicate<StoredCallback, CallbackWord> wanted) {
    return rails
        .named(rail)
        .flatMap(ConnectedRail::callbacks)
        .map(reader -> store.of(rail, subject, age).chain(stored -> read(stored, reader, wanted)))
        .orElseGet(() -> Uni.createFrom().item(List.of()));
  }

  private static Uni<List<Heard>> read(
      List<StoredCallback> stored,
      CallbackReader reader,
      BiPredicate<StoredCallback, CallbackWord> wanted) {
    return Multi.createFrom()
        .iterable(stored)
        .onItem()
        .transformToUniAndConcatenate(
            callback ->
                read(callback, reader)
                    .map(
                        word ->
                            word.filter(said -> wanted.test(callback, said))
                                .map(said -> new Heard(callback, said))))
        .select()
        .where(Optional::isPresent)
        .map(Optional::get)
        .collect()
        .asList();
  }

  /** The word of a callback; empty if it has none, or cannot be read. */
  private static Uni<Optional<CallbackWord>> read(StoredCallback stored, CallbackReader reader) {
    return readOrFail(stored, reader).onFailure().recoverWithItem(Optional.empty());
  }

  /** The word of a callback, empty if it has none; fails if it cannot be read. */
  static Uni<Optional<CallbackWord>> readOrFail(StoredCallback stored, CallbackReader reader) {
    return Uni.createFrom()
        .deferred(() -> reader.read(stored.callback()))
        .onFailure()
        .invoke(
            failure -> LOG.warnf("%s cannot be read: %s", stored, RedactedFailure.words(failure)));
  }

  /** Whether a word may settle its payment, of which the network acknowledged these ids. */
  static boolean counts(StoredCallback stored, CallbackWord word, Set<String> networkIds) {
    return word.signed() || cameToItsPath(stored) && isKnown(word, networkIds);
  }

  /** Of a word that is signed, or came to the path of its payment. */
  static boolean isKnown(CallbackWord word, Set<String> networkIds) {
    return word.signed() || !Collections.disjoint(word.networkIds(), networkIds);
  }

  private static boolean cameToItsPath(StoredCallback stored) {
    return stored.byPath() && stored.allowedSource();
  }

  /** The youngest, unless there are words of another kind: then they settle nothing. */
  static <O> Optional<O> agreed(CallbackSubject subject, List<O> outcomes) {
    if (outcomes.stream().map(Object::getClass).distinct().count() > 1) {
      LOG.warnf(
          "the network's words about %s %s contradict each other: it is asked",
          subject.kind().code(), subject.id());
      return Optional.empty();
    }
    return outcomes.stream().findFirst();
  }
}
