package org.mizani.rail.guard;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.support.TestDatabase;

/** Pace and breaker of a rail, around an outage of its network. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class SlowStartApiTest {

  /** A rail that no other test calls. */
  private static final String RAIL = "open";

  private static final int CALLS = 20;
  private static final PayoutOutcome ANSWER = new PayoutOutcome.Accepted(Optional.empty());

  @Inject RailGuard<PayoutRail, PayoutOutcome> guard;
  @Inject RailPauses pauses;
  @Inject MeterRegistry metrics;

  @BeforeEach
  void knowThePauses() {
    pauses.look().await().atMost(PATIENCE);
  }

  @Test
  void afterAnOutageOneCallIsLetInAndEachAnswerLetsOneMoreIn() {
    call(Uni.createFrom().item(ANSWER));
    assertThat(window()).isGreaterThan(CALLS);
    repeat(Uni.createFrom().failure(new IllegalStateException("no answer")));
    assertThat(breaker()).isEqualTo(2);

    eventually(this::breakerAfterAnAnswer, isEqual(0.0));

    assertThat(window()).as("one, and one for the answer that ended the outage").isEqualTo(2);
    call(Uni.createFrom().item(ANSWER));
    assertThat(window()).isEqualTo(3);
  }

  @Test
  void anOperatorThatIsAwayIsNoOutageOfTheNetwork() {
    double before = window();

    repeat(Uni.createFrom().failure(() -> RailAway.partlyAway(RAIL, Duration.ofSeconds(1))));

    assertThat(breaker()).isEqualTo(0);
    assertThat(window()).isEqualTo(before);
    assertThat(metrics.get("payments.rail.partly.away").tag("rail", RAIL).functionCounter().count())
        .isEqualTo(CALLS);
  }

  private double breakerAfterAnAnswer() {
    call(Uni.createFrom().item(ANSWER));
    return breaker();
  }

  private void repeat(Uni<PayoutOutcome> answer) {
    IntStream.range(0, CALLS).forEach(i -> call(answer));
  }

  private void call(Uni<PayoutOutcome> answer) {
    guard
        .submit(RAIL, rail -> answer, PATIENCE)
        .onFailure(RailAway.class)
        .recoverWithItem(ANSWER)
        .await()
        .atMost(PATIENCE);
  }

  private double breaker() {
    return gauge("payments.rail.breaker");
  }

  private double window() {
    return gauge("payments.rail.window");
  }

  private double gauge(String name) {
    return metrics.get(name).tag("rail", RAIL).gauges().stream()
        .filter(gauge -> !"collections".equals(gauge.getId().getTag("kind")))
        .findFirst()
        .orElseThrow()
        .value();
  }
}
