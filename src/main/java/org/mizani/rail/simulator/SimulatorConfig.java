package org.mizani.rail.simulator;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.rail.sandbox.*}. */
@ConfigMapping(prefix = "payments.rail.sandbox")
public interface SimulatorConfig {

  /** How long the sandbox takes to pay. */
  @WithDefault("2s")
  Duration answersAfter();

  /** How long recipients that end in 94 take. */
  @WithDefault("30s")
  Duration slowAnswersAfter();

  /** How long the rail refuses connections for recipients that end in 95. */
  @WithDefault("10s")
  Duration refusesFor();
}
