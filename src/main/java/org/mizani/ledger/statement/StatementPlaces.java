package org.mizani.ledger.statement;

import io.smallrye.mutiny.Uni;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.mizani.fault.ApiFault;

/**
 * Places of the statements that are being read on this pod: one of a business, so that none keeps
 * the others from theirs, and so many together, because each keeps a page in memory for as long as
 * its reader takes.
 */
final class StatementPlaces {

  private final int most;
  private final Set<Long> reading = new HashSet<>();

  StatementPlaces(int most) {
    this.most = most;
  }

  /**
   * Does this work in the place of a business.
   *
   * @throws ApiFault.ApiException (as failure) 503 if the business reads a statement already, or
   *     all places are taken
   */
  <T> Uni<T> take(long businessId, Supplier<Uni<T>> work) {
    return Uni.createFrom()
        .deferred(
            () ->
                enter(businessId)
                    ? Uni.createFrom()
                        .<T>deferred(work::get)
                        .onTermination()
                        .invoke(() -> leave(businessId))
                    : ApiFault.SERVICE_UNAVAILABLE.asFailure());
  }

  private synchronized boolean enter(long businessId) {
    return reading.size() < most && reading.add(businessId);
  }

  private synchronized void leave(long businessId) {
    reading.remove(businessId);
  }
}
