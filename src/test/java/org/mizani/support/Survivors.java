package org.mizani.support;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;

/**
 * Ends the processes of tests that outlive the tests' JVM. A killed JVM runs no shutdown hook: so a
 * shell keeps their process ids, and ends them when its own input ends.
 */
final class Survivors {

  private static final String SHELL =
      """
      trap '' HUP INT TERM
      while read -r change signal pid; do
        rest=
        for one in $left; do
          [ "${one#*:}" = "$pid" ] || rest="$rest $one"
        done
        left=$rest
        [ "$change" = ended ] || left="$left $signal:$pid"
      done
      for one in $left; do
        kill -s "${one%%:*}" "${one#*:}"
      done
      """;

  private static final OutputStream CHANGES = start();

  private Survivors() {}

  /** Ends a service by TERM, upon which a sandbox ends its database server too. */
  static void end(Process service) {
    report("begun TERM " + service.pid());
    service.onExit().thenRun(() -> report("ended TERM " + service.pid()));
  }

  /** Ends a PostgreSQL server by INT: it does not wait for its clients. */
  static void endServer(long pid) {
    report("begun INT " + pid);
    ProcessHandle.of(pid)
        .ifPresent(server -> server.onExit().thenRun(() -> report("ended INT " + pid)));
  }

  private static synchronized void report(String change) {
    try {
      CHANGES.write((change + "\n").getBytes(StandardCharsets.UTF_8));
      CHANGES.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static OutputStream start() {
    try {
      return new ProcessBuilder("sh", "-c", SHELL)
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start()
          .getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
