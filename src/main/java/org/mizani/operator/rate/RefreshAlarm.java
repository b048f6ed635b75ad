package org.mizani.operator.rate;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import org.jboss.logging.Logger;

/** Tells, by an ERROR and by metrics, of rates that the daily refresh did not bring. */
@Singleton
class RefreshAlarm {

  private static final Logger LOG = Logger.getLogger(RefreshAlarm.class);

  private final Counter kept;
  private final Counter missed;

  RefreshAlarm(MeterRegistry metrics) {
    this.kept =
        Counter.builder("payments.fx.refresh.kept")
            .description("Rates that stayed, for the daily refresh brought none to believe")
            .register(metrics);
    this.missed =
        Counter.builder("payments.fx.refresh.missed")
            .description("Days whose rates were never all refreshed")
            .register(metrics);
  }

  /** The old rates stay for now. */
  void kept(int rates, String what, String why) {
    kept.increment(rates);
    LOG.errorf("refresh of rates: the old rate stays, for %s: %s", what, why);
  }

  /** The old rates stay for good. */
  void missed(LocalDate day) {
    missed.increment();
    LOG.errorf("refresh of rates: the rates of %s were never refreshed, or not all of them", day);
  }
}
