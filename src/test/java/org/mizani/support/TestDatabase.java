package org.mizani.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * A real PostgreSQL for the tests that start the service in their own process; it goes with them.
 * The same settings that a deployment gets: the database's address and the encryption key.
 */
public final class TestDatabase implements QuarkusTestResourceLifecycleManager {

  private EmbeddedPostgres postgres;

  @Override
  public Map<String, String> start() {
    try {
      postgres = EmbeddedPostgres.builder().setServerConfig("max_connections", "60").start();
      String address = "postgresql://localhost:" + postgres.getPort() + "/postgres";
      return Map.of("DB_URL", address, "DB_USERNAME", "postgres", "DB_PASSWORD", "postgres");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {
    try {
      if (postgres != null) {
        postgres.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
