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
  record Reservation(int granted, int left, long endsAtSeconds, long endsAtNanos) {

    private Reservation withMore(int kept) {
      return new Reservation(granted + kept, left, endsAtSeconds, endsAtNanos);
    }
  }

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
    return take(1);
  }

  /** Spends so many requests, or none where the window has fewer left. */
  Uni<RateLimitStatus> take(int count) {
    Uni<Reservation> reservation;
    synchronized (this) {
      if (isOpen()) {
        if (count <= unspent()) {
          spent += count;
          return Uni.createFrom().item(status(true));
        }
        if (count > unspent() + current.left()) {
          return Uni.createFrom().item(status(false));
        }
      }
      if (running == null) {
        running =
            reserve
                .apply(next(count))
                .onItemOrFailure()
                .invoke(this::reserved)
                .memoize()
                .indefinitely();
      }
      reservation = running;
    }
    return reservation.chain(() -> take(count));
  }

  /** The next reservation: what is lacking for so many requests at least, if there may be any. */
  private int next(int count) {
    if (!isOpen()) {
      return count <= sizes.limit() ? Math.max(count, sizes.first()) : sizes.first();
    }
    return Math.max(
        count - unspent(), sizes.after(current.granted(), grantedInAll, current.left()));
  }

  private int unspent() {
    return current.granted() - spent;
  }

  private synchronized void reserved(Reservation reservation, Throwable failure) {
    running = null;
    if (failure == null) {
      boolean sameWindow = reservation.endsAtSeconds() == current.endsAtSeconds();
      grantedInAll = reservation.granted() + (sameWindow ? grantedInAll : 0);
      int kept = sameWindow ? unspent() : 0;
      current = reservation.withMore(kept);
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
