package org.mizani.rail.callback;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.mizani.rail.CallbackReader;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRails;

/** Meanings of the callbacks about one payment, also of those that did not count. */
@Singleton
public final class CallbackMeanings {

  private final ConnectedRails rails;
  private final CallbackStore store;

  CallbackMeanings(ConnectedRails rails, CallbackStore store) {
    this.rails = rails;
    this.store = store;
  }

  /**
   * The meanings of the youngest callbacks; none for a rail that is not connected any more.
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

  private static Uni<List<CallbackMeaning>> read(
      List<StoredCallback> stored, CallbackReader reader, Set<String> networkIds) {
    return Multi.createFrom()
        .iterable(stored)
        .onItem()
        .transformToUniAndConcatenate(
            callback ->
                Words.read(callback, reader)
                    .map(
                        word ->
                            new CallbackMeaning(
                                callback.id(),
                                word,
                                word.filter(said -> Words.counts(callback, said, networkIds))
                                    .isPresent())))
        .collect()
        .asList();
  }
}
