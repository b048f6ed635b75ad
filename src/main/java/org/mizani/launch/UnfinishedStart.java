package org.mizani.launch;

import org.mizani.launch.sandbox.DataDirectory;
import org.mizani.launch.sandbox.EmbeddedDatabase;

/**
 * Remembers in the data directory that the database's files are being made. A start that was cut
 * short leaves the mark, and half-made files that no server starts on; only files under the mark
 * are ever deleted, and they never held anybody's data.
 */
public final class UnfinishedStart {

  private static final String MARK = "postgres.unfinished";

  private UnfinishedStart() {}

  public static boolean isIn(DataDirectory directory) {
    return directory.has(MARK);
  }

  public static void begin(DataDirectory directory) {
    directory.write(MARK, "");
  }

  public static void finish(DataDirectory directory) {
    directory.delete(MARK);
  }

  /** Deletes what an unfinished start has made. */
  public static void clear(DataDirectory directory) {
    if (isIn(directory)) {
      directory.delete(EmbeddedDatabase.CLUSTER);
    }
  }
}
