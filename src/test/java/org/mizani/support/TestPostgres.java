package org.mizani.support;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * PostgreSQL servers of tests: with time to start on a busy machine, and without flushes to the
 * disk, because no test is about a loss of the disk.
 */
public final class TestPostgres {

  /** The most connections at once; a standby has to allow as many. */
  static final String CONNECTIONS = "120";

  private TestPostgres() {}

  /** A server that is yet to start. */
  public static EmbeddedPostgres.Builder builder() {
    return EmbeddedPostgres.builder()
        .setPort(FreePort.number())
        .setPGStartupWait(Eventually.PATIENCE)
        .setServerConfig("max_connections", CONNECTIONS)
        // A test takes statistics itself: otherwise they would depend on the moment.
        .setServerConfig("autovacuum", "off")
        .setServerConfig("fsync", "off")
        .setServerConfig("full_page_writes", "off");
  }

  /** Starts a server, which ends when this JVM does, also if that is killed. */
  public static EmbeddedPostgres start(EmbeddedPostgres.Builder builder) throws IOException {
    EmbeddedPostgres server = builder.start();
    try {
      Survivors.endServer(pidOf(server));
    } catch (SQLException e) {
      server.close();
      throw new IOException(e);
    }
    return server;
  }

  private static long pidOf(EmbeddedPostgres server) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::bigint")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /**
   * The port of the one server that the tests of this JVM share, each with a database of its own.
   */
  public static int sharedPort() {
    return (int) OncePerJvm.of(Shared.class, "port");
  }

  /** The server, started at the first call; it ends with the JVM. */
  public static final class Shared {

    private static final EmbeddedPostgres SERVER = start();

    private Shared() {}

    /** The port at which it listens. */
    public static int port() {
      return SERVER.getPort();
    }

    private static EmbeddedPostgres start() {
      try {
        return TestPostgres.start(builder());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
