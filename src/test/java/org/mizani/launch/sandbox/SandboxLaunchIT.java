package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.NeedsEmbeddedDatabase;
import org.mizani.support.ServiceProcess;

@Tag("brief")
@NeedsEmbeddedDatabase
class SandboxLaunchIT {

  @TempDir static Path shared;
  private static ServiceProcess service;

  @TempDir Path directory;

  @BeforeAll
  static void startWithoutConfiguration() {
    service = ServiceProcess.in(shared).unhurried().start().awaitReady();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void greetsOnceItListens() throws Exception {
    // When
    awaitGreeting();

    // Then
    String address = service.uri("").toString();
    assertThat(service.output())
        .contains("sandbox: " + address + "\n")
        .contains(shared.toRealPath().resolve("data").toString())
        .contains("pk_test_demo", "sk_test_demo", address + "/q/swagger-ui")
        .contains("curl -s " + address + "/business/auth")
        .doesNotContain("WARN", "ERROR");
    assertThat(service.errors()).isEmpty();
  }

  @Test
  void keepsItsFilesToTheirOwner() throws IOException {
    assertThat(permissions("data")).isEqualTo("rwx------");
    assertThat(permissions("data/postgres")).isEqualTo("rwx------");
    assertThat(permissions("data/binaries")).isEqualTo("rwx------");
    for (String file :
        List.of("jwt-private.pem", "jwt-public.pem", "encryption-key", "database-password")) {
      assertThat(permissions("data/" + file)).as(file).isEqualTo("rw-------");
    }
  }

  @Test
  void writesItsDatabaseDurably() throws Exception {
    for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
      assertThat(query(shared, "show " + setting)).as(setting).containsExactly("on");
    }
  }

  @Test
  void opensItsDatabaseToItsPasswordOnly() throws Exception {
    assertThat(query(shared, "show is_superuser")).containsExactly("off");
    assertThat(refusal("payments", "wrong")).isEqualTo("28P01");
    assertThat(refusal("postgres", "postgres")).isEqualTo("28P01");
  }

  @Test
  void refusesADirectoryThatIsInUse() {
    // When
    try (ServiceProcess second = ServiceProcess.in(shared).start()) {

      // Then
      assertThat(second.awaitExit()).isEqualTo(1);
      assertThat(second.errors())
          .matches("The data directory .* is in use by .* process " + service.pid() + ": .*\\.\n");
      assertThat(second.output()).isEmpty();
    }
    service.awaitReady();
    assertThat(service.databaseServers()).hasSize(1);
  }

  @Test
  void itsDataOutlastsAStopAmidItsStartAndAKill() throws Exception {
    // When
    try (ServiceProcess halfWay = ServiceProcess.in(directory).start()) {
      Path begun = directory.resolve("data/postgres/postgresql.conf");
      Eventually.eventually(() -> Files.exists(begun) || !halfWay.isAlive(), exists -> exists);
      halfWay.terminate();

      // Then
      assertThat(halfWay.databaseServers()).isEmpty();
    }

    // When
    List<String> keys;
    try (ServiceProcess killed = ServiceProcess.in(directory).start().awaitReady()) {
      assertThat(killed.databaseServers()).hasSize(1);
      execute(directory, "create table note (text varchar)");
      execute(directory, "insert into note values ('kept')");
      keys = keys(directory);
      killed.kill();
      assertThat(killed.databaseServers()).hasSize(1);

      // Then
      try (ServiceProcess next = ServiceProcess.in(directory).start().awaitReady()) {
        assertThat(query(directory, "select text from note")).containsExactly("kept");
        assertThat(next.databaseServers()).hasSize(1);
        assertThat(keys(directory)).isEqualTo(keys);
        assertLeavesNoDatabaseServerBehind(next);
      }
    }
  }

  private static void assertLeavesNoDatabaseServerBehind(ServiceProcess service) {
    // When
    service.terminate();

    // Then
    assertThat(service.databaseServers()).isEmpty();
    assertThat(service.errors()).isEmpty();
  }

  @Test
  void refusesADataDirectoryThatIsAFile() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));

    try (ServiceProcess refused =
        ServiceProcess.in(directory).environment("PAYMENTS_DATA_DIR", file.toString()).start()) {

      assertThat(refused.awaitExit()).isEqualTo(1);
      assertThat(refused.log())
          .isEqualTo("The data directory " + file + " cannot be used: it is not a directory.\n");
    }
  }

  @Test
  void refusesProductionWithoutADatabase() {
    // When
    try (ServiceProcess refused =
        ServiceProcess.in(directory).environment("PAYMENTS_ENVIRONMENT", "production").start()) {

      // Then
      assertThat(refused.awaitExit()).isEqualTo(1);
      assertThat(refused.log()).isEqualTo("Production needs a database: set DB_URL.\n");
      assertThat(directory.resolve("data")).doesNotExist();
    }
  }

  // The greeting follows the log line that says where the service listens.
  private static void awaitGreeting() {
    Eventually.eventually(service::output, printed -> printed.contains("curl"));
  }

  private static String permissions(String entry) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(shared.resolve(entry)));
  }

  private static List<String> keys(Path directory) throws IOException {
    Path data = directory.resolve("data");
    return List.of(
        Files.readString(data.resolve("jwt-private.pem")),
        Files.readString(data.resolve("jwt-public.pem")),
        Files.readString(data.resolve("encryption-key")));
  }

  private static String databaseUrl(Path directory) throws IOException {
    // The fourth line of the file is the port.
    List<String> lines = Files.readAllLines(directory.resolve("data/postgres/postmaster.pid"));
    return "jdbc:postgresql://127.0.0.1:" + lines.get(3) + "/payments";
  }

  private static Connection connect(Path directory) throws IOException, SQLException {
    return DriverManager.getConnection(databaseUrl(directory), "payments", password(directory));
  }

  private static String password(Path directory) throws IOException {
    return Files.readString(directory.resolve("data/database-password")).strip();
  }

  private static void execute(Path directory, String sql) throws Exception {
    try (Connection connection = connect(directory);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> query(Path directory, String sql) throws Exception {
    try (Connection connection = connect(directory);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    }
  }

  private static String refusal(String user, String password) throws IOException {
    try (Connection connection = DriverManager.getConnection(databaseUrl(shared), user, password)) {
      return "let in as " + connection.getMetaData().getUserName();
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }
}
