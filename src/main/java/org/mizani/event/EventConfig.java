package org.mizani.event;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.events.*}: the events that businesses read. */
@ConfigMapping(prefix = "payments.events")
interface EventConfig {

  /** Age up to which events are listed, and cursors hold. */
  @WithDefault("30d")
  Duration kept();
}
