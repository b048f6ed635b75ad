package org.mizani.launch.sandbox;

/**
 * Mark in the data directory while the database's files are created. A start that was cut short
 * leaves the mark, and incomplete files that no server starts on. Only files under the mark are
 * ever deleted; they never held data.
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

  /** Deletes the files of an unfinished start. */
  static void clear(DataDirectory directory) {
    if (isIn(directory)) {
      directory.delete(DataDirectory.DATABASE);
    }
  }
}
