package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A rail may do what it likes: without a definite answer the outcome is unknown. */
class RailCallTest {

  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  @Test
  void takesAnEmptyAnswerForUnknown() {
    PayoutOutcome outcome =
        RailCall.<PayoutOutcome>orUnknown(
                () -> Uni.createFrom().nullItem(), AT_ONCE, PayoutOutcome.Unknown::new)
            .await()
            .atMost(AT_ONCE);

    assertThat(outcome).isEqualTo(new PayoutOutcome.Unknown("an empty answer"));
  }

  @Test
  void neverFailsWhereNoTimeIsLeft() {
    CollectionOutcome outcome =
        RailCall.<CollectionOutcome>orUnknown(
                () -> Uni.createFrom().nothing(), Duration.ZERO, CollectionOutcome.Unknown::new)
            .await()
            .atMost(AT_ONCE);

    assertThat(outcome).isInstanceOf(CollectionOutcome.Unknown.class);
  }
}
