package org.mizani.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Remembers in the data directory that the database's files are being made. A start that was cut
 * short leaves the mark, and half-made files that no server starts on; only files under the mark
 * are ever deleted, and they never held anybody's data.
 */
final class UnfinishedStart {

  private static final String MARK = "postgres.unfinished";

  private UnfinishedStart() {}

  static boolean isIn(DataDirectory directory) {
    return directory.has(MARK);
  }

  static void begin(DataDirectory directory) {
    directory.write(MARK, "");
  }

  static void finish(DataDirectory directory) {
    directory.delete(MARK);
  }

  /** Deletes what an unfinished start has made. */
  static void clear(DataDirectory directory) {
    Path cluster = directory.entry(EmbeddedDatabase.CLUSTER);
    if (!isIn(directory) || !Files.exists(cluster)) {
      return;
    }
    try (Stream<Path> entries = Files.walk(cluster)) {
      List<Path> deepestFirst = entries.sorted(Comparator.reverseOrder()).toList();
      for (Path entry : deepestFirst) {
        Files.delete(entry);
      }
    } catch (IOException e) {
      throw new LaunchException("The half-made database in " + cluster + " does not go away.", e);
    }
  }
}
