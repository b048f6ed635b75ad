package org.mizani.rail.guard;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.mizani.rail.RailAway;

/**
 * Pace of one rail's calls on this pod: so many under way, so many begun in a second. A call that
 * has to wait gets its turn in the order of arrival, or is put off. After an outage one call is
 * under way, and each answer lets one more in; a refusal for a limit halves their number.
 */
final class RailPace {

  /** Part of the newest call in the usual time of one. */
  private static final int MEMORY = 8;

  /** Part of all places by which turns are foreseen where fewer are given, after an outage, say. */
  private static final int SMALL_PART = 8;

  private static final long SHORTEST_STEP = TimeUnit.MICROSECONDS.toNanos(100);

  /** The calls of so much time may begin at once. */
  private static final long BURST = TimeUnit.MILLISECONDS.toNanos(100);

  private final String rail;
  private final int mostUnderWay;
  private final long turnWithin;
  private final long longestPutOff;
  private final PaceTimer timer;

  private final Deque<Turn> waiting = new ArrayDeque<>();
  private int window;
  private int underWay;

  /** Nanoseconds from one call to the next; 0 without a limit. */
  private long between;

  /** When the next call is due, if all came evenly. */
  private long nextAt;

  private long putOffUntil;

  /** Nanoseconds that a call takes, by the last ones; 0 before the first. */
  private long usual;

  private boolean waking;

  /** A call that waits for its turn. */
  private record Turn(UniEmitter<? super Boolean> emitter, long until) {

    void get() {
      emitter.complete(true);
    }

    void miss() {
      emitter.complete(false);
    }
  }

  /**
   * @param mostUnderWay calls at once
   */
  RailPace(String rail, int mostUnderWay, PacingConfig config, PaceTimer timer) {
    this.rail = rail;
    this.mostUnderWay = mostUnderWay;
    this.window = mostUnderWay;
    this.turnWithin = config.turnWithin().toNanos();
    this.longestPutOff = config.putOff().toNanos();
    this.timer = timer;
    this.nextAt = timer.nanoTime();
    this.putOffUntil = nextAt;
  }

  String rail() {
    return rail;
  }

  /** Longest wait for a turn. */
  Duration turnWithin() {
    return Duration.ofNanos(turnWithin);
  }

  /** Sets the time from one call of this pod to the next; zero for no limit. */
  synchronized void limit(Duration fromCallToCall) {
    between = fromCallToCall.toNanos();
  }

  /** Lets one call in, and then more with each answer. */
  synchronized void startSlowly() {
    window = 1;
  }

  /** Calls under way that the network is trusted with. */
  synchronized int window() {
    return window;
  }

  /**
   * Makes a call in its turn.
   *
   * @throws RailAway (as failure) if its turn does not come in time; the rail was not called
   */
  <T> Uni<T> inTurn(Supplier<Uni<T>> call) {
    return Uni.createFrom()
        .deferred(
            () ->
                enter()
                    ? counted(call)
                    : turn()
                        .chain(ours -> ours ? counted(call) : Uni.createFrom().failure(away())));
  }

  private <T> Uni<T> counted(Supplier<Uni<T>> call) {
    AtomicBoolean left = new AtomicBoolean();
    long begun = timer.nanoTime();
    return Uni.createFrom()
        .deferred(call::get)
        .onItem()
        .invoke(this::grow)
        .onFailure(RailPace::isNotTaken)
        .invoke(this::shrink)
        .onTermination()
        .invoke(
            (item, failure, cancelled) -> {
              if (left.compareAndSet(false, true)) {
                if (!(failure instanceof RailAway)) {
                  measure(timer.nanoTime() - begun);
                }
                leave();
              }
            });
  }

  private static boolean isNotTaken(Throwable failure) {
    return failure instanceof RailAway away && away.isNotTaken();
  }

  /** Of a call that was made: a refusal comes sooner than an answer. */
  private synchronized void measure(long took) {
    usual = usual == 0 ? Math.max(1, took) : usual + (took - usual) / MEMORY;
  }

  private synchronized boolean enter() {
    return waiting.isEmpty() && tryEnter(timer.nanoTime());
  }

  private boolean tryEnter(long now) {
    if (underWay >= window || !take(now)) {
      return false;
    }
    underWay++;
    return true;
  }

  private boolean take(long now) {
    if (nanosToNextCall(now) > 0) {
      return false;
    }
    nextAt = Math.max(nextAt, now) + between;
    return true;
  }

  private long nanosToNextCall(long now) {
    return between == 0 ? 0 : nextAt - now - Math.max(0, BURST - between);
  }

  /** Whether this call gets a turn in time. */
  private Uni<Boolean> turn() {
    return Uni.createFrom()
        .emitter(
            emitter -> {
              if (!queue(emitter)) {
                emitter.complete(false);
              }
            });
  }

  private synchronized boolean queue(UniEmitter<? super Boolean> emitter) {
    if (waiting.size() >= longestQueue()) {
      return false;
    }
    waiting.add(new Turn(emitter, timer.nanoTime() + turnWithin));
    wakeLater();
    return true;
  }

  /** No longer than its last call could get a turn in time, as far as anybody can tell. */
  private long longestQueue() {
    long inTime = turnWithin / step();
    return usual == 0 ? Math.min(inTime, mostUnderWay) : inTime;
  }

  /** Nanoseconds from one turn to the next, at full load. A small window will soon be larger. */
  private long step() {
    long one =
        usual == 0
            ? (between == 0 ? turnWithin : 0) / mostUnderWay
            : usual / Math.max(window, Math.max(1, mostUnderWay / SMALL_PART));
    return Math.max(SHORTEST_STEP, Math.max(between, one));
  }

  private synchronized void grow() {
    window = Math.min(mostUnderWay, window + 1);
  }

  private synchronized void shrink() {
    window = Math.max(1, window / 2);
  }

  private void leave() {
    synchronized (this) {
      underWay--;
    }
    wake();
  }

  private void wakeLater() {
    if (!waking && !waiting.isEmpty()) {
      waking = true;
      timer.after(nanosToNextTurn(), this::wakeByClock);
    }
  }

  /** Until the next call, or the end of the first wait, whichever is sooner; at least 1 ms. */
  private long nanosToNextTurn() {
    long now = timer.nanoTime();
    long toEnd = waiting.peek().until() - now;
    long toCall = underWay < window ? nanosToNextCall(now) : Long.MAX_VALUE;
    return Math.max(TimeUnit.MILLISECONDS.toNanos(1), Math.min(toEnd, toCall));
  }

  private void wakeByClock() {
    synchronized (this) {
      waking = false;
    }
    wake();
  }

  /** Gives turns, outside of the lock: whoever gets one calls the rail at once. */
  private void wake() {
    List<Turn> given = new ArrayList<>();
    List<Turn> missed = new ArrayList<>();
    synchronized (this) {
      long now = timer.nanoTime();
      while (!waiting.isEmpty() && waiting.peek().until() - now <= 0) {
        missed.add(waiting.poll());
      }
      while (!waiting.isEmpty() && tryEnter(now)) {
        given.add(waiting.poll());
      }
      wakeLater();
    }
    given.forEach(Turn::get);
    missed.forEach(Turn::miss);
  }

  /** Spreads those that are put off over the time in which their turns come. */
  private synchronized RailAway away() {
    long now = timer.nanoTime();
    long next = Math.max(putOffUntil, now + turnWithin) + step();
    putOffUntil = Math.min(next, now + longestPutOff);
    return RailAway.busy(rail, Duration.ofNanos(putOffUntil - now));
  }
}
