package org.mizani.rail.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mizani.rail.PayoutOutcome;

/** Guard of the calls to a rail: without a definite answer the outcome is unknown. */
class RailGuardTest {

  private static final RailGuard<String, PayoutOutcome> GUARD =
      new RailGuard<>(
          name -> Optional.of(name).filter("connected"::equals),
          Map.of(),
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

  private static PayoutOutcome outcome(String rail, Uni<PayoutOutcome> answer, Duration timeout) {
    return GUARD.submit(rail, connected -> answer, timeout).await().atMost(PATIENCE);
  }
}
