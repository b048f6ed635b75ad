package org.mizani.figures;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import org.mizani.support.Defaults;

/** Figures of services that tests make themselves. */
public final class TestFigures {

  private TestFigures() {}

  /** Times apart from those of the service. */
  public static SettledTimes unread() {
    return new SettledTimes(
        new SimpleMeterRegistry(), Clock.systemUTC(), Defaults.of(FiguresConfig.class));
  }
}
