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

  private final String rail;
  private final int mostUnderWay;
  private final long turnWithin;
  private final PaceTimer timer;
  private final CallRate rate;
  private final TurnForecast forecast;

  private final Deque<Turn> waiting = new ArrayDeque<>();
  private int window;
  private int underWay;
  private boolean waking;
  private long partlyAway;

  /**
   * Gives turns. A call that ends as it begins, because its rail pauses by now, leaves within its
   * own turn: were the next turn given there, each call that waits would stand on the stack of the
   * one before, which overflows beyond some hundred of them.
   */
  private final SerialRun turns = new SerialRun(this::giveTurns);

  /**
   * @param mostUnderWay calls at once
   */
  RailPace(String rail, int mostUnderWay, PacingConfig config, PaceTimer timer) {
    this.rail = rail;
    this.mostUnderWay = mostUnderWay;
    this.window = mostUnderWay;
    this.turnWithin = config.turnWithin().toNanos();
    this.timer = timer;
    this.rate = new CallRate(timer.nanoTime());
    this.forecast = new TurnForecast(mostUnderWay, config, timer.nanoTime());
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
    rate.limit(fromCallToCall);
  }

  /** Lets one call in, and then more with each answer. */
  synchronized void startSlowly() {
    window = 1;
  }

  /** Calls under way that the network is trusted with. */
  synchronized int window() {
    return window;
  }

  /** Calls that were refused because a part of the network is away. */
  synchronized long partlyAway() {
    return partlyAway;
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
        .onFailure(RailPace::isForALimit)
        .invoke(this::shrink)
        .onFailure(RailPace::isPartly)
        .invoke(this::countPartlyAway)
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

  private static boolean isForALimit(Throwable failure) {
    return failure instanceof RailAway away && away.isNotTaken() && !away.isPartly();
  }

  private static boolean isPartly(Throwable failure) {
    return failure instanceof RailAway away && away.isPartly();
  }

  private synchronized void countPartlyAway() {
    partlyAway++;
  }

  /** Of a call that was made: a refusal comes sooner than an answer. */
  private synchronized void measure(long took) {
    forecast.measure(took);
  }

  private synchronized boolean enter() {
    return waiting.isEmpty() && tryEnter(timer.nanoTime());
  }

  private boolean tryEnter(long now) {
    if (underWay >= window || !rate.take(now)) {
      return false;
    }
    underWay++;
    return true;
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
    if (waiting.size() >= forecast.longestQueue(window, rate.between())) {
      return false;
    }
    waiting.add(new Turn(emitter, timer.nanoTime() + turnWithin));
    wakeLater();
    return true;
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
    turns.ask();
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
    long toCall = underWay < window ? rate.untilNext(now) : Long.MAX_VALUE;
    return Math.max(TimeUnit.MILLISECONDS.toNanos(1), Math.min(toEnd, toCall));
  }

  private void wakeByClock() {
    synchronized (this) {
      waking = false;
    }
    turns.ask();
  }

  /** Gives turns, outside of the lock: whoever gets one calls the rail at once. */
  private void giveTurns() {
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

  private synchronized RailAway away() {
    long putOff = forecast.putOff(window, rate.between(), timer.nanoTime());
    return RailAway.busy(rail, Duration.ofNanos(putOff));
  }
}
