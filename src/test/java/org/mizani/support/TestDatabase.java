package org.mizani.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A database on a real PostgreSQL, and keys, for the service that Quarkus starts for tests, in
 * their own process or packaged.
 */
public final class TestDatabase implements QuarkusTestResourceLifecycleManager {

  private static final String OWNER = "postgres";

  private static volatile String uri;

  private final String name = "start_" + UUID.randomUUID().toString().replace('-', '_');
  private Path keys;

  /** The URI of the database, for tests of a service in another process. */
  static String uri() {
    return uri;
  }

  @Override
  public Map<String, String> start() {
    execute("CREATE DATABASE " + name);
    return settings(TestPostgres.sharedPort(), name);
  }

  /** Settings of a service with this database and new keys. */
  Map<String, String> settings(int port, String database) {
    try {
      keys = Files.createTempDirectory("keys");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String place = "localhost:" + port + "/" + database;
    uri = "postgresql://" + OWNER + ":" + OWNER + "@" + place;
    Map<String, String> settings = new HashMap<>(TestSecrets.write(keys));
    settings.put("DB_URL", "postgresql://" + place);
    settings.put("DB_USERNAME", OWNER);
    settings.put("DB_PASSWORD", OWNER);
    return settings;
  }

  @Override
  public void stop() {
    execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    try {
      deleteKeys();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void execute(String statement) {
    String url = "jdbc:postgresql://localhost:" + TestPostgres.sharedPort() + "/" + OWNER;
    try (Connection connection = DriverManager.getConnection(url, OWNER, OWNER);
        Statement execution = connection.createStatement()) {
      execution.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void deleteKeys() throws IOException {
    if (keys == null) {
      return;
    }
    try (Stream<Path> files = Files.list(keys)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(keys);
  }
}
