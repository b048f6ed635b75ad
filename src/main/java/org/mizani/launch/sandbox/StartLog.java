package org.mizani.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the embedded server and its library say while it starts. */
final class StartLog {

  private static final String FILE = "postgres-start.log";

  private StartLog() {}

  /** Empties the log. */
  static Path begin(DataDirectory directory) {
    directory.write(FILE, "");
    return directory.entry(FILE);
  }

  /** A failed start in one sentence: the server's last complaint, or else the library's. */
  static LaunchException failure(DataDirectory directory, Throwable cause) {
    Path log = directory.entry(FILE);
    return new LaunchException(
        "The embedded database does not start: %s (more in %s)."
            .formatted(complaint(log, cause), log),
        cause);
  }

  private static String complaint(Path log, Throwable cause) {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.contains("FATAL:") || line.contains("error:"))
          .map(line -> line.replaceFirst("^.*(FATAL|error):\\s+", ""))
          .reduce((earlier, later) -> later)
          .orElseGet(() -> root(cause));
    } catch (IOException e) {
      return root(cause);
    }
  }

  private static String root(Throwable cause) {
    return cause.getCause() == null ? cause.getMessage() : root(cause.getCause());
  }
}
