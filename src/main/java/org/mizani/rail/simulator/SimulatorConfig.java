package org.mizani.rail.simulator;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.rail.simulator.*}. */
@ConfigMapping(prefix = "payments.rail.simulator")
public interface SimulatorConfig {

  /** How long the simulated network takes to pay. */
  @WithDefault("2s")
  Duration answersAfter();

  /** How long it takes for recipients that end in 94. */
  @WithDefault("30s")
  Duration slowAnswersAfter();

  /** How long it refuses connections for recipients that end in 95. */
  @WithDefault("10s")
  Duration refusesFor();

  /** Age of a payout at which its money comes back, where its reference asks for that. */
  @WithDefault("4s")
  Duration returnsAfter();
}
