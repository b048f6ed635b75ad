package org.mizani.rail.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mizani.support.Defaults;

class SimulatorConfigTest {

  @Test
  void paysAfterTwoSecondsOrSlowlyAfterThirty() {
    SimulatorConfig config = Defaults.of(SimulatorConfig.class);

    assertThat(config.answersAfter()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.slowAnswersAfter()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.refusesFor()).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.returnsAfter()).isEqualTo(Duration.ofSeconds(4));
  }
}
