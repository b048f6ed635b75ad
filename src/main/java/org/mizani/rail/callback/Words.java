package org.mizani.rail.callback;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.mizani.log.RedactedFailure;
import org.mizani.rail.CallbackReader;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.PayoutOutcome;
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
   * The definite outcome of a payout by its network's words, or empty.
   *
   * @param networkIds that the network acknowledged
   */
  public Uni<Optional<PayoutOutcome>> about(
      CallbackSubject payout, String rail, Duration age, List<String> networkIds) {
    return outcome(
        payout,
        rail,
        age,
        networkIds,
        CallbackWord::payout,
        said -> said instanceof PayoutOutcome.Paid || said instanceof PayoutOutcome.Failed);
  }

  /** The definite outcome of a collection likewise. */
  public Uni<Optional<CollectionOutcome>> aboutCollection(
      CallbackSubject collection, String rail, Duration age, List<String> networkIds) {
    return outcome(
        collection,
        rail,
        age,
        networkIds,
        CallbackWord::collection,
        said ->
            said instanceof CollectionOutcome.Collected
                || said instanceof CollectionOutcome.Declined
                || said instanceof CollectionOutcome.Lapsed);
  }

  /** The balances that a network tells in answer to a question for them, likewise. */
  public Uni<Optional<RailFloat.Told>> aboutBalances(
      CallbackSubject question, String rail, Duration age, List<String> networkIds) {
    return outcome(question, rail, age, networkIds, CallbackWord::balances, told -> true);
  }

  private <O> Uni<Optional<O>> outcome(
      CallbackSubject subject,
      String rail,
      Duration age,
      List<String> networkIds,
      Function<CallbackWord, Optional<O>> kind,
      Predicate<O> definite) {
    Optional<CallbackReader> reader = rails.named(rail).flatMap(ConnectedRail::callbacks);
    if (reader.isEmpty()) {
      return Uni.createFrom().item(Optional.empty());
    }
    return store
        .of(rail, subject, age)
        .chain(stored -> believed(stored, reader.get(), Set.copyOf(networkIds)))
        .map(words -> words.stream().flatMap(w -> kind.apply(w).stream()).filter(definite).toList())
        .map(outcomes -> agreed(subject, outcomes));
  }

  private static Uni<List<CallbackWord>> believed(
      List<StoredCallback> stored, CallbackReader reader, Set<String> networkIds) {
    return Multi.createFrom()
        .iterable(stored)
        .onItem()
        .transformToUniAndConcatenate(callback -> read(callback, reader, networkIds))
        .select()
        .where(Optional::isPresent)
        .map(Optional::get)
        .collect()
        .asList();
  }

  private static Uni<Optional<CallbackWord>> read(
      StoredCallback stored, CallbackReader reader, Set<String> networkIds) {
    return Uni.createFrom()
        .deferred(() -> reader.read(stored.callback()))
        .onFailure()
        .recoverWithItem(
            failure -> {
              LOG.warnf("%s cannot be read: %s", stored, RedactedFailure.words(failure));
              return Optional.empty();
            })
        .map(word -> word.filter(said -> counts(stored, said, networkIds)));
  }

  private static boolean counts(StoredCallback stored, CallbackWord word, Set<String> networkIds) {
    return word.signed()
        || stored.byPath()
            && stored.allowedSource()
            && !Collections.disjoint(word.networkIds(), networkIds);
  }

  /** The youngest, unless there are words of another kind: then they settle nothing. */
  private static <O> Optional<O> agreed(CallbackSubject subject, List<O> outcomes) {
    if (outcomes.stream().map(Object::getClass).distinct().count() > 1) {
      LOG.warnf(
          "the network's words about %s %s contradict each other: it is asked",
          subject.kind().code(), subject.id());
      return Optional.empty();
    }
    return outcomes.stream().findFirst();
  }
}
