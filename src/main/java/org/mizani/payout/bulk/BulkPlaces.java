package org.mizani.payout.bulk;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;

/**
 * Places of the batches that a pod holds in its memory. Each is taken before the body is read, and
 * left once the answer and the work have both ended: a caller that hangs up does not end the work.
 * One business has half of them at most.
 */
@ApplicationScoped
class BulkPlaces {

  private static final String KEY = BulkPlaces.class.getName();

  private final int mostOfOne;
  private final Map<Long, Integer> taken = new HashMap<>();
  private int free;

  BulkPlaces(BulkConfig config) {
    this.free = config.heldAtOnce();
    this.mostOfOne = (config.heldAtOnce() + 1) / 2;
  }

  /** Place of a batch, which its exchange and its work use. */
  private final class Place {

    private final long business;
    private int users = 1;
    private boolean answered;

    private Place(long business) {
      this.business = business;
    }

    /** Whether it could be used by the work too: its exchange may have left it. */
    private boolean use() {
      synchronized (BulkPlaces.this) {
        boolean isTaken = users > 0;
        users += isTaken ? 1 : 0;
        return isTaken;
      }
    }

    /** Its exchange has ended, by an answer or without. */
    private void answered() {
      synchronized (BulkPlaces.this) {
        if (!answered) {
          answered = true;
          leave();
        }
      }
    }

    private void leave() {
      synchronized (BulkPlaces.this) {
        users--;
        if (users == 0) {
          free++;
          taken.computeIfPresent(business, (id, count) -> count == 1 ? null : count - 1);
        }
      }
    }
  }

  /**
   * Takes a place for an exchange whose body is not read yet, until it is answered or broken off.
   *
   * @throws ApiException 503 without a place
   */
  void take(RoutingContext exchange, long business) {
    Place place = take(business).orElseThrow(ApiFault.SERVICE_UNAVAILABLE::asException);
    exchange.put(KEY, place);
    exchange.addEndHandler(ended -> place.answered());
    // A caller that hung up before, while its key was looked for, ends the exchange no more.
    if (exchange.response().closed() || exchange.response().ended()) {
      place.answered();
    }
  }

  /**
   * Keeps the place of an exchange during this work too. One that came by another spelling of its
   * path has none yet.
   *
   * @throws ApiException 503 without a place, also if the caller has hung up
   */
  <T> Uni<T> keep(RoutingContext exchange, long business, Supplier<Uni<T>> work) {
    if (exchange.get(KEY) == null) {
      take(exchange, business);
    }
    Place place = exchange.get(KEY);
    return Uni.createFrom()
        .deferred(
            () ->
                place.use()
                    ? Uni.createFrom().deferred(work::get).onTermination().invoke(place::leave)
                    : ApiFault.SERVICE_UNAVAILABLE.asFailure());
  }

  private synchronized Optional<Place> take(long business) {
    if (free == 0 || taken.getOrDefault(business, 0) >= mostOfOne) {
      return Optional.empty();
    }
    free--;
    taken.merge(business, 1, Integer::sum);
    return Optional.of(new Place(business));
  }
}
