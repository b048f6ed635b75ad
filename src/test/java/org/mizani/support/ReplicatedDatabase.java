package org.mizani.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * A database on a server of its own with a standby, on which the service has a role that only
 * reads.
 */
public final class ReplicatedDatabase implements QuarkusTestResourceLifecycleManager {

  private static final String READER = "reader";

  private static volatile Standby standby;

  private final TestDatabase database = new TestDatabase();
  private EmbeddedPostgres primary;

  /** The standby. */
  public static Standby standby() {
    return standby;
  }

  @Override
  public Map<String, String> start() {
    Map<String, String> settings;
    try {
      // Commits are in the flushed log, by which the lag is measured, as in production.
      primary =
          TestPostgres.start(TestPostgres.builder().setServerConfig("synchronous_commit", "on"));
      settings = new HashMap<>(database.settings(primary.getPort(), "postgres"));
      createReader(settings.get("DB_URL"));
      standby = Standby.of(primary.getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    settings.put("DB_READ_URL", "postgresql://localhost:" + standby.port() + "/postgres");
    settings.put("DB_READ_USERNAME", READER);
    settings.put("DB_READ_PASSWORD", READER);
    return settings;
  }

  private static void createReader(String url) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:" + url, "postgres", "postgres");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE " + READER + " LOGIN PASSWORD '" + READER + "'");
      statement.execute("GRANT pg_read_all_data TO " + READER);
    }
  }

  @Override
  public void stop() {
    try {
      if (standby != null) {
        standby.close();
      }
      if (primary != null) {
        primary.close();
      }
      database.deleteKeys();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
