package org.mizani.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** A {@link TestDatabase} with a standby, on which the service has a role that only reads. */
public final class ReplicatedDatabase implements QuarkusTestResourceLifecycleManager {

  private static final String READER = "reader";

  private static volatile Standby standby;

  private final TestDatabase primary = new TestDatabase();

  /** The standby. */
  public static Standby standby() {
    return standby;
  }

  @Override
  public Map<String, String> start() {
    Map<String, String> settings = new HashMap<>(primary.start());
    try {
      createReader(settings.get("DB_URL"));
      standby = Standby.of(URI.create(settings.get("DB_URL")).getPort());
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      primary.stop();
    }
  }
}
