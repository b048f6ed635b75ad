package org.mizani.database;

import io.smallrye.mutiny.Uni;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.mizani.fault.ApiFault;

/**
 * Places of the streamed documents that are being read on this pod: one of a reader, so that none
 * keeps the others from theirs, and so many together, because each keeps a page in memory for as
 * long as its reader takes.
 *
 * @param <K> tells a reader from the others
 */
public final class ReaderPlaces<K> {

  private final int most;
  private final ApiFault second;
  private final Set<K> reading = new HashSet<>();

  /**
   * @param most the places
   * @param second the refusal of a reader that has a place already
   */
  public ReaderPlaces(int most, ApiFault second) {
    this.most = most;
    this.second = second;
  }

  /**
   * Does this work in the place of a reader.
   *
   * @throws ApiFault.ApiException (as failure) the refusal if the reader has a place already, 503
   *     if all places are taken
   */
  public <T> Uni<T> take(K reader, Supplier<Uni<T>> work) {
    return Uni.createFrom()
        .deferred(
            () ->
                refusal(reader)
                    .map(ApiFault::<T>asFailure)
                    .orElseGet(
                        () ->
                            Uni.createFrom()
                                .<T>deferred(work::get)
                                .onTermination()
                                .invoke(() -> leave(reader))));
  }

  /** The refusal of a reader that gets no place. */
  private synchronized Optional<ApiFault> refusal(K reader) {
    if (reading.contains(reader)) {
      return Optional.of(second);
    }
    if (reading.size() >= most) {
      return Optional.of(ApiFault.SERVICE_UNAVAILABLE);
    }
    reading.add(reader);
    return Optional.empty();
  }

  private synchronized void leave(K reader) {
    reading.remove(reader);
  }
}
