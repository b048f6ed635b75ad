package org.mizani.log;

import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;

/**
 * Retells every failure that is logged, whoever logs it, as {@link RedactedFailure} tells it, and
 * leaves out what is none ({@link KnownLogNoise}). Why the service does not start stays as it is:
 * nobody's data has been read by then, and somebody has to mend it.
 */
@LoggingFilter(name = "private")
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
