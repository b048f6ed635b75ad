package org.mizani.support;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A database for each directory, all on one server, which ends with the tests: what an executable
 * is given in place of the embedded database that it does not have.
 */
record GivenDatabase(String name) {

  static final String OWNER = "postgres";

  private static final String MOST_CONNECTIONS = "100";
  private static final Map<Path, GivenDatabase> MADE = new ConcurrentHashMap<>();

  /** That of this directory; made when it is asked for the first time. */
  static GivenDatabase of(Path directory) {
    return MADE.computeIfAbsent(directory.toAbsolutePath(), GivenDatabase::make);
  }

  /** As {@code DB_URL} has it. */
  String url() {
    return "postgresql://127.0.0.1:" + Server.POSTGRES.getPort() + "/" + name;
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:" + url(), OWNER, OWNER);
  }

  private static GivenDatabase make(Path directory) {
    GivenDatabase database = new GivenDatabase("given_" + MADE.size());
    try (Connection connection = new GivenDatabase(OWNER).connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + database.name());
      return database;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Started when the first database is made. */
  private static final class Server {

    private static final EmbeddedPostgres POSTGRES = start();

    private static EmbeddedPostgres start() {
      try {
        return TestPostgres.builder().setServerConfig("max_connections", MOST_CONNECTIONS).start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
