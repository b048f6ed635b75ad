package org.mizani.http;

import io.quarkus.scheduler.Scheduled;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.mizani.log.RedactedFailure;

/**
 * Log of requests that are answered 503 for want of the database: a WARN for the first one and for
 * each of which the outcome is unknown, and an INFO with their number when there have been none for
 * a while.
 */
@Singleton
class OutageLog {

  private static final Logger LOG = Logger.getLogger(OutageLog.class);

  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LongSupplier nanos;
  private long refused;
  private long firstAtNanos;
  private long lastAtNanos;

  @Inject
  OutageLog() {
    this(System::nanoTime);
  }

  /**
   * @param nanos the time since any moment
   */
  OutageLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * A request failed in this way, and is answered 503.
   *
   * @param unknown whether it may have had its effect: each such request is told
   */
  synchronized void refused(String requestId, Throwable failure, boolean unknown) {
    lastAtNanos = nanos.getAsLong();
    boolean first = refused++ == 0;
    if (first) {
      firstAtNanos = lastAtNanos;
    }
    LOG.logf(
        first || unknown ? Logger.Level.WARN : Logger.Level.DEBUG,
        "request %s%s: database unavailable: %s",
        requestId,
        unknown ? ", of which the outcome is unknown" : first ? ", and perhaps others" : "",
        RedactedFailure.words(failure));
  }

  @Scheduled(every = "10s")
  synchronized void tellItsEnd() {
    if (refused > 0 && nanos.getAsLong() - lastAtNanos >= QUIET_NANOS) {
      LOG.infof(
          "No request was without the database for %d s; %d were answered 503 within %d s before.",
          TimeUnit.NANOSECONDS.toSeconds(QUIET_NANOS),
          refused,
          TimeUnit.NANOSECONDS.toSeconds(lastAtNanos - firstAtNanos));
      refused = 0;
    }
  }
}
