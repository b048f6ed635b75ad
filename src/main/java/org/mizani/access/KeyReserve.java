package org.mizani.access;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.IntFunction;

/** Reserve of one key on this pod: the requests it may admit in the current window, and its end. */
final class KeyReserve {

  /**
   * The database's answer to a reservation.
   *
   * @param granted requests that this pod may admit
   * @param left requests that all pods may still reserve
   * @param endsAtSeconds Unix seconds at which the window ends
   * @param endsAtNanos the same by this pod's monotonic clock, rather too early than too late
   */
  record Reservation(int granted, int left, long endsAtSeconds, long endsAtNanos) {}

  private final ReservationSize sizes;
  private final IntFunction<Uni<Reservation>> reserve;
  private Reservation current = new Reservation(0, 0, 0, System.nanoTime());
  private int spent;

  /** Requests granted to this pod in the current window, spent ones included. */
  private int grantedInAll;

  private Uni<Reservation> running;

  /**
   * @param reserve reserves up to this number of requests
   */
  KeyReserve(ReservationSize sizes, IntFunction<Uni<Reservation>> reserve) {
    this.sizes = sizes;
    this.reserve = reserve;
  }

  /** Spends one request of the reserve, or of a new reservation. */
  Uni<RateLimitStatus> take() {
    Uni<Reservation> reservation;
    synchronized (this) {
      if (isOpen()) {
        if (spent < current.granted()) {
          spent++;
          return Uni.createFrom().item(status(true));
        }
        if (current.left() == 0) {
          return Uni.createFrom().item(status(false));
        }
      }
      if (running == null) {
        running =
            reserve.apply(next()).onItemOrFailure().invoke(this::reserved).memoize().indefinitely();
      }
      reservation = running;
    }
    return reservation.chain(this::take);
  }

  private int next() {
    return isOpen() ? sizes.after(current.granted(), grantedInAll, current.left()) : sizes.first();
  }

  private synchronized void reserved(Reservation reservation, Throwable failure) {
    running = null;
    if (failure == null) {
      boolean sameWindow = reservation.endsAtSeconds() == current.endsAtSeconds();
      grantedInAll = reservation.granted() + (sameWindow ? grantedInAll : 0);
      current = reservation;
      spent = 0;
    }
  }

  private boolean isOpen() {
    return System.nanoTime() - current.endsAtNanos() < 0;
  }

  private RateLimitStatus status(boolean admitted) {
    int remaining = current.left() + current.granted() - spent;
    Duration resetsIn = Duration.ofNanos(Math.max(0, current.endsAtNanos() - System.nanoTime()));
    return new RateLimitStatus(
        admitted, sizes.limit(), remaining, current.endsAtSeconds(), resetsIn);
  }
}
