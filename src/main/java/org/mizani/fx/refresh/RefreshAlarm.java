package org.mizani.fx.refresh;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import org.jboss.logging.Logger;

/** Alarm of the daily refresh: logs an ERROR and counts rates that were not refreshed. */
@Singleton
class RefreshAlarm {

  private static final Logger LOG = Logger.getLogger(RefreshAlarm.class);

  private final Counter kept;
  private final Counter missed;

  RefreshAlarm(MeterRegistry metrics) {
    this.kept =
        Counter.builder("payments.fx.refresh.kept")
            .description("Rates that stayed because the daily refresh brought no acceptable one")
            .register(metrics);
    this.missed =
        Counter.builder("payments.fx.refresh.missed")
            .description("Days whose rates were never all refreshed")
            .register(metrics);
  }

  /** Reports rates that stay until the next attempt. */
  void kept(int rates, String subject, String cause) {
    kept.increment(rates);
    LOG.errorf("refresh of rates: the old rate stays, for %s: %s", subject, cause);
  }

  /** Reports a day without a complete refresh. */
  void missed(LocalDate day) {
    missed.increment();
    LOG.errorf("refresh of rates: the rates of %s were never refreshed, or not all of them", day);
  }
}
