package org.mizani.ledger.statement;

import io.smallrye.mutiny.Uni;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.mizani.fault.ApiFault;
import org.mizani.fault.LimitFault;

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
   * @throws ApiFault.ApiException (as failure) 429 if the business reads a statement already, 503
   *     if all places are taken
   */
  <T> Uni<T> take(long businessId, Supplier<Uni<T>> work) {
    return Uni.createFrom()
        .deferred(
            () ->
                refusal(businessId)
                    .map(ApiFault::<T>asFailure)
                    .orElseGet(
                        () ->
                            Uni.createFrom()
                                .<T>deferred(work::get)
                                .onTermination()
                                .invoke(() -> leave(businessId))));
  }

  /** The refusal of a business that gets no place. */
  private synchronized Optional<ApiFault> refusal(long businessId) {
    if (reading.contains(businessId)) {
      return Optional.of(LimitFault.statementBeingRead());
    }
    if (reading.size() >= most) {
      return Optional.of(ApiFault.SERVICE_UNAVAILABLE);
    }
    reading.add(businessId);
    return Optional.empty();
  }

  private synchronized void leave(long businessId) {
    reading.remove(businessId);
  }
}
