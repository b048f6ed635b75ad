package org.mizani.rail.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.RailAway;
import org.mizani.support.Defaults;

/** Guard of the calls to a rail: without a definite answer the outcome is unknown. */
class RailGuardTest {

  private static final SimpleMeterRegistry REGISTRY = new SimpleMeterRegistry();
  private static final RailGuard<String, PayoutOutcome> GUARD =
      new RailGuard<>(
          name -> Optional.of(name).filter("connected"::equals),
          Map.of(),
          new RailCallTimes("payouts", List.of("connected"), REGISTRY),
          rail -> Optional.empty(),
          PayoutOutcome.Unknown::new);

  @Test
  void takesAnEmptyAnswerForUnknown() {
    assertThat(outcome("connected", Uni.createFrom().nullItem(), PATIENCE))
        .isEqualTo(new PayoutOutcome.Unknown("an empty answer"));
  }

  @Test
  void takesACallWithoutTimeLeftForUnknown() {
    assertThat(outcome("connected", Uni.createFrom().nothing(), Duration.ZERO))
        .isInstanceOf(PayoutOutcome.Unknown.class);
  }

  @Test
  void takesAFailureForUnknownAndDoesNotQuoteIt() {
    Uni<PayoutOutcome> failure =
        Uni.createFrom().failure(new IllegalStateException("+254712345678"));

    assertThat(outcome("connected", failure, PATIENCE))
        .isEqualTo(new PayoutOutcome.Unknown("IllegalStateException"));
  }

  @Test
  void takesARailThatIsNotConnectedForUnknown() {
    assertThat(outcome("gone", Uni.createFrom().nothing(), PATIENCE))
        .isEqualTo(new PayoutOutcome.Unknown("rail gone is not connected"));
  }

  @Test
  void makesNoCallThatIsStoppedWhileItWaitsForItsTurn() {
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger calls = new AtomicInteger();
    RailGuard<String, PayoutOutcome> guard =
        new RailGuard<>(
            Optional::of,
            Map.of(),
            new RailCallTimes("payouts", List.of(), REGISTRY),
            new StoppedAtItsSecondLook(looks),
            PayoutOutcome.Unknown::new);

    Uni<PayoutOutcome> call = guard.submit("connected", rail -> counted(calls), PATIENCE);

    assertThatThrownBy(() -> call.await().atMost(PATIENCE)).isInstanceOf(RailAway.class);
    assertThat(calls).hasValue(0);
    assertThat(looks.get()).isGreaterThan(1);
  }

  @Test
  void timesEachCallByItsEnd() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    RailGuard<String, PayoutOutcome> guard =
        new RailGuard<>(
            Optional::of,
            Map.of(),
            new RailCallTimes("payouts", List.of("timed"), registry),
            rail -> Optional.empty(),
            PayoutOutcome.Unknown::new);

    guard
        .submit("timed", rail -> Uni.createFrom().item(new PayoutOutcome.Paid()), PATIENCE)
        .await()
        .atMost(PATIENCE);
    guard.ask("timed", rail -> Uni.createFrom().nullItem(), PATIENCE).await().atMost(PATIENCE);
    assertThatThrownBy(() -> guard.ask("timed", rail -> away(), PATIENCE).await().atMost(PATIENCE))
        .isInstanceOf(RailAway.class);

    assertThat(calls(registry, "submission", "answered")).isEqualTo(1);
    assertThat(calls(registry, "submission", "failed")).isZero();
    assertThat(calls(registry, "question", "failed")).isEqualTo(1);
    assertThat(calls(registry, "question", "away")).isEqualTo(1);
  }

  private static Uni<PayoutOutcome> away() {
    return Uni.createFrom().failure(RailAway.notTaken("timed", Duration.ofSeconds(1)));
  }

  private static long calls(SimpleMeterRegistry registry, String call, String end) {
    return registry
        .get("payments.rail.call")
        .tags("rail", "timed", "kind", "payouts", "call", call, "end", end)
        .timer()
        .count();
  }

  private static Uni<PayoutOutcome> counted(AtomicInteger calls) {
    calls.incrementAndGet();
    return Uni.createFrom().item(new PayoutOutcome.Paid());
  }

  /** Pacing that lets a call in and stops it once its turn has come. */
  private record StoppedAtItsSecondLook(AtomicInteger looks) implements RailGuard.Pacing {

    @Override
    public Optional<RailPace> pace(String rail) {
      return Optional.of(new RailPace(rail, 1, Defaults.of(PacingConfig.class), PaceTimer.SYSTEM));
    }

    @Override
    public Optional<Duration> pause(String rail, boolean question) {
      return looks.getAndIncrement() == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(1));
    }
  }

  private static PayoutOutcome outcome(String rail, Uni<PayoutOutcome> answer, Duration timeout) {
    return GUARD.submit(rail, connected -> answer, timeout).await().atMost(PATIENCE);
  }
}
