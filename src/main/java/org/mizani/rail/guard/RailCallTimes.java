package org.mizani.rail.guard;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.mizani.rail.RailAway;

/**
 * Times of the calls to rails, from their turn to their answer, by rail and by how they ended. A
 * call that was cancelled has none.
 */
final class RailCallTimes {

  /** Upper bounds of the buckets: with the largest, all that ends within a call's time-out. */
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10)
  };

  private static final String SUBMISSION = "submission";
  private static final String QUESTION = "question";

  private final Map<String, Map<End, Timer>> submissions;
  private final Map<String, Map<End, Timer>> questions;

  /** End of a call. */
  private enum End {
    /** Whatever the answer says. */
    ANSWERED,
    /** The network took nothing of it: it limits calls, say. */
    AWAY,
    /** No answer in time, or none that can be read. */
    FAILED
  }

  /**
   * Times of the calls to these rails.
   *
   * @param kind of what the calls are about: {@code payouts}
   */
  RailCallTimes(String kind, List<String> rails, MeterRegistry registry) {
    this.submissions = timers(kind, rails, SUBMISSION, registry);
    this.questions = timers(kind, rails, QUESTION, registry);
  }

  private static Map<String, Map<End, Timer>> timers(
      String kind, List<String> rails, String call, MeterRegistry registry) {
    return rails.stream()
        .distinct()
        .collect(
            toUnmodifiableMap(
                Function.identity(),
                rail ->
                    Stream.of(End.values())
                        .collect(
                            toUnmodifiableMap(
                                Function.identity(),
                                end -> timer(kind, rail, call, end, registry)))));
  }

  private static Timer timer(
      String kind, String rail, String call, End end, MeterRegistry registry) {
    return Timer.builder("payments.rail.call")
        .description("Calls of a rail, from their turn to their answer")
        .tag("rail", rail)
        .tag("kind", kind)
        .tag("call", call)
        .tag("end", end.name().toLowerCase(Locale.ROOT))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  /** The same call, timed where its rail has timers. */
  <O> Uni<O> timed(String rail, boolean question, Uni<O> call) {
    Map<End, Timer> timers = (question ? questions : submissions).get(rail);
    return timers == null ? call : Uni.createFrom().deferred(() -> timed(timers, call));
  }

  private static <O> Uni<O> timed(Map<End, Timer> timers, Uni<O> call) {
    long begun = System.nanoTime();
    return call.onItemOrFailure()
        .invoke(
            (answer, failure) ->
                timers.get(endOf(failure)).record(Duration.ofNanos(System.nanoTime() - begun)));
  }

  private static End endOf(Throwable failure) {
    if (failure == null) {
      return End.ANSWERED;
    }
    return failure instanceof RailAway ? End.AWAY : End.FAILED;
  }
}
