package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts that fail leave no server, no setting and all files of the database. */
class FailedSandboxTest {

  private static final Map<String, String> KEYS =
      Map.of("JWT_PRIVATE_KEY_FILE", "/keys/private.pem", "PAYMENTS_ENCRYPTION_KEYS", "a:b");

  /** The data directory of a start after which the server loses confirmed transactions. */
  @TempDir static Path forgetful;

  @TempDir Path path;

  @BeforeAll
  static void makeForgetful() throws Exception {
    try (Sandbox sandbox = new Sandbox()) {
      sandbox.open(settings(forgetful, KEYS));
      String address = "jdbc:" + System.getProperty(LaunchSettings.DATABASE_URL);
      String password = System.getProperty(LaunchSettings.DATABASE_PASSWORD);
      try (Connection superuser = DriverManager.getConnection(address, "postgres", password);
          Statement statement = superuser.createStatement()) {
        statement.execute("ALTER ROLE ALL SET synchronous_commit = off");
      }
    }
  }

  @Test
  void refusesAServerThatCouldLosePayments() throws IOException {
    try (Sandbox sandbox = new Sandbox()) {
      assertThatThrownBy(() -> sandbox.open(settings(forgetful, KEYS)))
          .isInstanceOf(LaunchException.class)
          .hasMessage("The embedded database has synchronous_commit off and could lose payments.");
    }
    assertThat(LeftoverServer.of(forgetful.toRealPath().resolve("postgres"))).isEmpty();
    assertThat(System.getProperty(LaunchSettings.DATABASE_URL)).isNull();
  }

  @Test
  void tellsTheComplaintOfTheServerAndDeletesNoData() throws Exception {
    // Given: files of a database without its configuration.
    copyPrograms();
    Path data = Files.createDirectories(path.resolve("postgres/base")).resolve("1");
    Files.writeString(data, "payments");
    Files.writeString(path.resolve("database-password"), "secret\n");

    // Then
    try (Sandbox sandbox = new Sandbox()) {
      assertThatThrownBy(() -> sandbox.open(settings(path, KEYS)))
          .isInstanceOf(LaunchException.class)
          .hasMessageStartingWith("The embedded database does not start: directory ")
          .hasMessageContaining("exists but is not empty")
          .hasMessageEndingWith("postgres-start.log).");
    }
    assertThat(data).hasContent("payments");
  }

  @Test
  void tellsTheCauseWhereTheServerSaysNoWord() throws IOException {
    // Given: the volume of the database is missing.
    Files.createSymbolicLink(path.resolve("postgres"), path.resolve("volume/postgres"));

    // Then
    try (Sandbox sandbox = new Sandbox()) {
      assertThatThrownBy(() -> sandbox.open(settings(path, KEYS)))
          .isInstanceOf(LaunchException.class)
          .hasMessageStartingWith("The embedded database does not start: could not create ")
          .hasMessageEndingWith("postgres-start.log).");
    }
  }

  @Test
  void restoresTheSettingsThatItReplaced() throws IOException {
    String before = System.setProperty(LaunchSettings.ENCRYPTION_KEYS, "mine");
    try (ServerSocket taken = new ServerSocket(0);
        Sandbox sandbox = new Sandbox()) {
      Map<String, String> settings =
          Map.of(
              "JWT_PRIVATE_KEY_FILE",
              "/keys/private.pem",
              "PAYMENTS_DATABASE_PORT",
              String.valueOf(taken.getLocalPort()));

      assertThatThrownBy(() -> sandbox.open(settings(path, settings)))
          .isInstanceOf(LaunchException.class);

      assertThat(System.getProperty(LaunchSettings.ENCRYPTION_KEYS)).isEqualTo("mine");
    } finally {
      System.clearProperty(LaunchSettings.ENCRYPTION_KEYS);
      assertThat(before).as("a setting of this test alone").isNull();
    }
  }

  /** The end of the process may come before its start. */
  @Test
  void doesNotOpenOnceItIsClosed() {
    Path directory = path.resolve("data");
    Sandbox sandbox = new Sandbox();
    sandbox.close();

    sandbox.open(settings(directory, KEYS));

    assertThat(directory).doesNotExist();
  }

  private void copyPrograms() throws Exception {
    String from = forgetful.resolve("binaries").toString();
    Process copy = new ProcessBuilder("cp", "-a", from, path.toString()).inheritIO().start();
    assertThat(copy.waitFor()).isZero();
  }

  private static LaunchSettings settings(Path directory, Map<String, String> environment) {
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("PAYMENTS_DATA_DIR", directory.toString());
    return LaunchSettings.of(name -> null, variables);
  }
}
