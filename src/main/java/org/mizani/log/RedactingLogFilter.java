package org.mizani.log;

import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;

/**
 * Log filter of every handler: replaces each logged failure by its {@link RedactedFailure} and
 * drops {@link KnownLogNoise}. The failure of a start stays as it is: no data has been read by
 * then, and its reader needs every detail.
 */
@LoggingFilter(name = "redacting")
public final class RedactingLogFilter implements Filter {

  private static final String START = "io.quarkus.runtime.Application";

  @Override
  public boolean isLoggable(LogRecord line) {
    if (KnownLogNoise.include(line.getThrown())) {
      return false;
    }
    if (!START.equals(line.getLoggerName())) {
      line.setThrown(RedactedFailure.of(line.getThrown()));
    }
    return true;
  }
}
