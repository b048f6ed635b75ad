package org.mizani.rail.callback;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mizani.rail.CallbackReader;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRails;

/** Meanings of the callbacks about one payment, also of those that did not count. */
@Singleton
public final class CallbackMeanings {

  private final ConnectedRails rails;
  private final CallbackStore store;
  private final CallbackConfig config;

  CallbackMeanings(ConnectedRails rails, CallbackStore store, CallbackConfig config) {
    this.rails = rails;
    this.store = store;
    this.config = config;
  }

  /**
   * The meanings of the youngest callbacks that can be read in time; none for a rail that is not
   * connected any more.
   *
   * @param age of the payment
   * @param networkIds that the network acknowledged
   */
  public Uni<List<CallbackMeaning>> of(
      CallbackSubject payment, String rail, Duration age, List<String> networkIds) {
    Set<String> ids = Set.copyOf(networkIds);
    return rails
        .named(rail)
        .flatMap(ConnectedRail::callbacks)
        .map(reader -> store.of(rail, payment, age).chain(stored -> read(stored, reader, ids)))
        .orElseGet(() -> Uni.createFrom().item(List.of()));
  }

  private Uni<List<CallbackMeaning>> read(
      List<StoredCallback> stored, CallbackReader reader, Set<String> networkIds) {
    return Multi.createFrom()
        .iterable(stored)
        .onItem()
        .transformToMultiAndConcatenate(
            callback ->
                Words.readOrFail(callback, reader)
                    .map(word -> meaning(callback, word, networkIds))
                    .toMulti()
                    .onFailure()
                    .recoverWithCompletion())
        .select()
        .first(config.readWithin())
        .collect()
        .asList();
  }

  private static CallbackMeaning meaning(
      StoredCallback callback, Optional<CallbackWord> word, Set<String> networkIds) {
    boolean counted =
        word.filter(said -> Words.counts(callback, said, networkIds))
            .filter(said -> isOfThisPayment(said, networkIds))
            .isPresent();
    return new CallbackMeaning(callback.id(), word, counted);
  }

  /** The payment under a receipt may be another's. */
  private static boolean isOfThisPayment(CallbackWord word, Set<String> networkIds) {
    return word.found().map(CallbackWord.Found::networkId).map(networkIds::contains).orElse(true);
  }
}
