package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RailCapabilitiesTest {

  /** Of a network whose word counts after five minutes, and for a payout of up to one day. */
  @ParameterizedTest
  @CsvSource({
    "true, PT1H, PT5M, true",
    "true, PT24H, PT23H, true",
    "true, PT1H, PT4M59S, false",
    "true, PT24H0.001S, PT23H, false",
    "false, PT1H, PT5M, false"
  })
  void onlyALostAndYoungInstructionIsSubmittedAgainWhereItPaysOnce(
      boolean idempotent, Duration age, Duration sinceSubmission, boolean again) {
    RailCapabilities network = new RailCapabilities(idempotent, Duration.ofMinutes(5));

    assertThat(network.maySubmitAgain(age, sinceSubmission)).isEqualTo(again);
  }
}
