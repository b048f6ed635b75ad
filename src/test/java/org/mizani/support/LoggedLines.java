package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;

/** Lines that the service logs while this object is open, with the traces of exceptions. */
public final class LoggedLines extends Handler implements AutoCloseable {

  private static final String FIRST = "listening";

  /** Its lines tell of a slow machine, not of the service. */
  private static final String WATCH_OF_THREADS = "io.vertx.core.impl.BlockedThreadChecker";

  private final Formatter formatter = new PatternFormatter("%s%e%n");
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private LoggedLines() {}

  /** Begins to listen. */
  public static LoggedLines listen() {
    LoggedLines lines = new LoggedLines();
    Logger.getLogger("").addHandler(lines);
    Logger.getLogger(LoggedLines.class.getName()).info(FIRST);
    return lines;
  }

  /** The lines logged so far, as one text. */
  public String text() {
    assertThat(lines).as("it hears what is logged").anyMatch(line -> line.contains(FIRST));
    return String.join("", lines);
  }

  @Override
  public void publish(LogRecord line) {
    if (!WATCH_OF_THREADS.equals(line.getLoggerName())) {
      lines.add(formatter.format(line));
    }
  }

  @Override
  public void flush() {
    // No line is buffered.
  }

  @Override
  public void close() {
    Logger.getLogger("").removeHandler(this);
  }
}
