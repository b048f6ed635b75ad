package org.mizani.access;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.IntFunction;

/** What one pod knows of one key's current window: its reserve, and when the window ends. */
final class KeyQuota {

  /**
   * The database's answer to a reservation.
   *
   * @param granted requests that this pod may admit
   * @param left requests that anybody may still reserve
   * @param endsAtSeconds Unix seconds at which the window ends
   * @param endsAtNanos the same by this pod's monotonic clock, rather too early than too late
   */
  record Reservation(int granted, int left, long endsAtSeconds, long endsAtNanos) {}

  private final ReservationSize slices;
  private final IntFunction<Uni<Reservation>> reserve;
  private Reservation current = new Reservation(0, 0, 0, System.nanoTime());
  private int spent;

  /** What this pod was granted in the current window, with what it has spent. */
  private int grantedInAll;

  private Uni<Reservation> running;

  /**
   * @param reserve reserves up to so many requests
   */
  KeyQuota(ReservationSize slices, IntFunction<Uni<Reservation>> reserve) {
    this.slices = slices;
    this.reserve = reserve;
  }

  /** Spends one request of the reserve, or of a new one. */
  Uni<RateLimitStatus> take() {
    Uni<Reservation> reservation;
    synchronized (this) {
      if (isOpen()) {
        if (spent < current.granted()) {
          spent++;
          return Uni.createFrom().item(allowance(true));
        }
        if (current.left() == 0) {
          return Uni.createFrom().item(allowance(false));
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
    return isOpen()
        ? slices.after(current.granted(), grantedInAll, current.left())
        : slices.first();
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

  private RateLimitStatus allowance(boolean admitted) {
    int remaining = current.left() + current.granted() - spent;
    Duration resetsIn = Duration.ofNanos(Math.max(0, current.endsAtNanos() - System.nanoTime()));
    return new RateLimitStatus(
        admitted, slices.limit(), remaining, current.endsAtSeconds(), resetsIn);
  }
}
