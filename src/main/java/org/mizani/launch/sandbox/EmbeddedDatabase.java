package org.mizani.launch.sandbox;

/** Database server inside this build; found by the service loader, if at all. */
interface EmbeddedDatabase {

  /**
   * Starts the server on the files of this directory; the first start creates them. A server that
   * an earlier start left running is stopped first.
   *
   * @throws LaunchException if it does not start, or is not durable
   */
  Running start(DataDirectory directory, LaunchSettings settings);

  /** Whether the directory holds a finished database, and so perhaps data. */
  static boolean existsIn(DataDirectory directory) {
    return directory.has(DataDirectory.DATABASE) && !UnfinishedStart.isIn(directory);
  }

  /** Running server. */
  interface Running extends AutoCloseable {

    /** Its database, in the form of {@code DB_URL}. */
    String url();

    String username();

    String password();

    /** Stops it; afterwards no process of it is left. */
    @Override
    void close();
  }
}
