package org.mizani.rail.http;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Log of calls that a network refuses for its limit: a WARN for the first one, and an INFO with
 * their number at the first call that is taken once there were none for five minutes. Under a limit
 * refused and taken calls alternate, so a taken one alone is not its end.
 */
public final class LimitLog {

  private static final Logger LOG = Logger.getLogger(LimitLog.class);

  private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final String rail;
  private final LongSupplier nanos;
  private long lastAtNanos;

  /** Volatile, as each call that is taken looks whether there is a limit at all. */
  private volatile long refused;

  /**
   * @param rail by its name
   */
  public LimitLog(String rail) {
    this(rail, System::nanoTime);
  }

  /**
   * @param nanos the time since any moment
   */
  LimitLog(String rail, LongSupplier nanos) {
    this.rail = rail;
    this.nanos = nanos;
  }

  /** A call was refused for the limit. */
  public synchronized void refused() {
    lastAtNanos = nanos.getAsLong();
    if (refused == 0) {
      LOG.warnf("rail %s: a call, and perhaps others, not taken: too many requests", rail);
    }
    refused = refused + 1;
  }

  /** A call was taken. */
  public void taken() {
    if (refused > 0) {
      tellItsEnd();
    }
  }

  private synchronized void tellItsEnd() {
    if (refused > 0 && nanos.getAsLong() - lastAtNanos >= QUIET_NANOS) {
      LOG.infof(
          "rail %s: no call met the limit for %d min; %d were not taken before",
          rail, TimeUnit.NANOSECONDS.toMinutes(QUIET_NANOS), refused);
      refused = 0;
    }
  }
}
