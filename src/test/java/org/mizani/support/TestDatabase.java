package org.mizani.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the tests give the service that Quarkus starts for them, in their own process or packaged: a
 * real PostgreSQL that goes with them, and keys.
 */
public final class TestDatabase implements QuarkusTestResourceLifecycleManager {

  /** The most connections at once; a standby has to allow as many. */
  static final String CONNECTIONS = "60";

  private static volatile String uri;

  private EmbeddedPostgres postgres;
  private Path keys;

  /** Where it is, for tests of a service in another process. */
  static String uri() {
    return uri;
  }

  @Override
  public Map<String, String> start() {
    try {
      postgres = EmbeddedPostgres.builder().setServerConfig("max_connections", CONNECTIONS).start();
      uri = "postgresql://postgres:postgres@localhost:" + postgres.getPort() + "/postgres";
      keys = Files.createTempDirectory("keys");
      Map<String, String> settings = new HashMap<>(TestSecrets.write(keys));
      settings.put("DB_URL", "postgresql://localhost:" + postgres.getPort() + "/postgres");
      settings.put("DB_USERNAME", "postgres");
      settings.put("DB_PASSWORD", "postgres");
      return settings;
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
      if (keys != null) {
        deleteKeys();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void deleteKeys() throws IOException {
    try (Stream<Path> files = Files.list(keys)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(keys);
  }
}
