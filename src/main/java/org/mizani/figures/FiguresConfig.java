package org.mizani.figures;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.figures.*}. */
@ConfigMapping(prefix = "payments.figures")
interface FiguresConfig {

  /** Interval at which pending payouts, held money and late scheduled batches are read. */
  @WithDefault("30s")
  Duration every();

  /** Whether each payment that a network has ended is a line of the log. */
  @WithDefault("false")
  boolean logEnds();
}
