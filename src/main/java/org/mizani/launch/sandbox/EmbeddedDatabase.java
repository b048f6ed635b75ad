package org.mizani.launch.sandbox;

import org.mizani.launch.LaunchException;
import org.mizani.launch.LaunchSettings;
import org.mizani.launch.UnfinishedStart;

/** A database server that the service brings along; found with a service loader, if at all. */
public interface EmbeddedDatabase {

  /** The entry of the data directory that the database's files lie in. */
  String CLUSTER = "postgres";

  /**
   * Starts the server on the files of this directory, making them at the first time. Whatever an
   * earlier server left behind there, even one that still runs, is dealt with.
   *
   * @throws LaunchException if it does not start, or would not keep what it confirms
   */
  Running start(DataDirectory directory, LaunchSettings settings);

  /** Whether the directory holds the database of an earlier start, and so perhaps data. */
  static boolean existsIn(DataDirectory directory) {
    return directory.has(CLUSTER) && !UnfinishedStart.isIn(directory);
  }

  /** A server that runs. */
  interface Running extends AutoCloseable {

    /** Its database, as {@code DB_URL} has it. */
    String url();

    String username();

    String password();

    /** Stops it; once this returns, no process of it is left. */
    @Override
    void close();
  }
}
