package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.encryption.FieldEncryption;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestPostgres;
import org.mizani.support.TestSecrets;
import org.mizani.webhook.WebhookSecret;

/**
 * A start that is refused by the server of the database, by what is in the database, or by a port
 * that another process has, ends with code 1 and one sentence, as one with a wrong setting does
 * ({@link WrongConfigurationIT}).
 */
class WrongDatabaseIT {

  private static final String PASSWORD = WrongConfigurations.PASSWORD;

  @TempDir static Path directory;
  private static GivenDatabase database;
  private static ServerSocket taken;

  @BeforeAll
  static void prepare() throws IOException {
    database = GivenDatabase.create();
    taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    try (ServiceProcess migration = setup().argument("migrate").start()) {
      assertThat(migration.awaitExit()).as(migration.log()).isZero();
    }
  }

  @AfterAll
  static void release() throws IOException {
    taken.close();
    database.close();
  }

  static Stream<Arguments> refusals() {
    String url = database.url();
    return Stream.of(
        argumentSet(
            "a host that has no address",
            Map.of("DB_URL", "postgresql://nowhere.invalid:5432/payments"),
            "The database has not answered within 2 s (no address for nowhere.invalid): set DB_URL"
                + " to one that does.\n"),
        argumentSet(
            "a role that is not there",
            Map.of("DB_USERNAME", "nobody_here"),
            "The database refuses the service (role \"nobody_here\" does not exist): check DB_URL,"
                + " DB_USERNAME and DB_PASSWORD.\n"),
        argumentSet(
            "a database that is not there",
            Map.of("DB_URL", url.replaceAll("[^/]+$", "nowhere")),
            "The database refuses the service (database \"nowhere\" does not exist): check DB_URL,"
                + " DB_USERNAME and DB_PASSWORD.\n"),
        argumentSet(
            "a server without TLS",
            Map.of("DB_URL", url + "?sslmode=require"),
            "DB_URL asks for TLS by its sslmode, and the server of the database has none.\n"),
        argumentSet(
            "TLS whose names are not compared",
            Map.of("DB_URL", url + "?sslmode=verify-full"),
            "DB_URL has sslmode=verify-full, for which"
                + " QUARKUS_DATASOURCE_REACTIVE_HOSTNAME_VERIFICATION_ALGORITHM must be HTTPS.\n"),
        argumentSet(
            "TLS by an authority whose certificate is not there",
            Map.of(
                "DB_URL", url + "?sslmode=verify-full",
                "PAYMENTS_MIGRATE_AT_START", "false",
                "QUARKUS_DATASOURCE_REACTIVE_HOSTNAME_VERIFICATION_ALGORITHM", "HTTPS",
                "QUARKUS_DATASOURCE_REACTIVE_TRUST_CERTIFICATE_PEM", "true",
                "QUARKUS_DATASOURCE_REACTIVE_TRUST_CERTIFICATE_PEM_CERTS", "/none/ca.crt"),
            "QUARKUS_DATASOURCE_REACTIVE_TRUST_CERTIFICATE_PEM_CERTS names a file that cannot be"
                + " read: /none/ca.crt.\n"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void theDatabasesRefusalEndsTheStart(Map<String, String> changes, String sentence) {
    ServiceProcess.Setup setup = setup();
    changes.forEach(setup::environment);

    assertEnds(setup, sentence);
  }

  @Test
  void aWrongPasswordEndsTheStart() throws Exception {
    try (EmbeddedPostgres guarded = TestPostgres.start(TestPostgres.builder())) {
      askForPasswords(guarded);

      assertEnds(
          setup(database)
              .database(guarded)
              .environment("DB_USERNAME", "payments")
              .environment("DB_PASSWORD", PASSWORD)
              .environment("PAYMENTS_DATABASE_START_WAIT", "60s"),
          "The database refuses the service (password authentication failed for user"
              + " \"payments\"): check DB_URL, DB_USERNAME and DB_PASSWORD.\n");
    }
  }

  @Test
  void aWrongPasswordEndsTheMigration() throws Exception {
    try (EmbeddedPostgres guarded = TestPostgres.start(TestPostgres.builder())) {
      askForPasswords(guarded);

      assertEnds(
          setup(database)
              .database(guarded)
              .environment("DB_USERNAME", "payments")
              .environment("DB_PASSWORD", PASSWORD)
              .argument("migrate"),
          "The database cannot be migrated: password authentication failed for user"
              + " \"payments\".\n");
    }
  }

  private static void askForPasswords(EmbeddedPostgres server) throws Exception {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE payments LOGIN PASSWORD 'another'");
      ResultSet rules = statement.executeQuery("SHOW hba_file");
      rules.next();
      Files.writeString(Path.of(rules.getString(1)), "host all all all scram-sha-256\n");
      statement.execute("SELECT pg_reload_conf()");
    }
    // The server reads its rules a moment later.
    Eventually.holds(
        () ->
            assertThatThrownBy(() -> server.getDatabase("payments", "postgres").getConnection())
                .isInstanceOf(SQLException.class));
  }

  /** The port of partners is opened last. */
  @Test
  void aCertificateThatIsNotThereEndsTheStart() {
    assertEnds(
        setup()
            .environment("QUARKUS_HTTP_SSL_CERTIFICATE_FILES", "/none/tls.crt")
            .environment("QUARKUS_HTTP_SSL_CERTIFICATE_KEY_FILES", "/none/tls.key"),
        "QUARKUS_HTTP_SSL_CERTIFICATE_FILES names a file that cannot be read: /none/tls.crt.\n");
  }

  @ParameterizedTest(name = "a key {0}")
  @CsvSource({"that the service does not have, old", "of the same name, test"})
  void otherEncryptionKeysThanTheDatabasesEndTheStart(String which, String name) {
    try (GivenDatabase encrypted = database.copy()) {
      encrypted.execute("INSERT INTO business (id, name) OVERRIDING SYSTEM VALUE VALUES (7, 'A')");
      encrypted.execute(
          "INSERT INTO webhook_secret (business_id, secret_encrypted) VALUES (7, '\\x%s')"
              .formatted(HexFormat.of().formatHex(secretOf(7, name))));

      assertEnds(
          setup(encrypted),
          ("PAYMENTS_ENCRYPTION_KEYS must have the key \"%s\" with which data in force was"
                  + " encrypted: these keys do not open it.\n")
              .formatted(name));
    }
  }

  /** A business's secret as a service with another key of this name has encrypted it. */
  private static byte[] secretOf(long business, String name) {
    byte[] other = new byte[32];
    other[0] = 77;
    return new FieldEncryption(Map.of(name, other))
        .encrypt(WebhookSecret.encryptionContext(business), new byte[32]);
  }

  static Stream<Arguments> ports() {
    String notListening = "_PORT: the service cannot listen there (Address already in use).\n";
    return Stream.of(
        argumentSet(
            "of the service",
            "quarkus.http.port",
            "QUARKUS_HTTP_PORT: port %d is in use by another process.\n"
                .formatted(taken.getLocalPort())),
        argumentSet("of operators", "payments.operator.port", "PAYMENTS_OPERATOR" + notListening),
        argumentSet(
            "of management", "payments.management.port", "PAYMENTS_MANAGEMENT" + notListening));
  }

  @ParameterizedTest
  @MethodSource("ports")
  void aPortThatIsTakenEndsTheStart(String property, String sentence) {
    assertEnds(setup().property(property, String.valueOf(taken.getLocalPort())), sentence);
  }

  private static ServiceProcess.Setup setup() {
    return setup(database);
  }

  private static ServiceProcess.Setup setup(GivenDatabase given) {
    return ServiceProcess.in(directory)
        .database(given)
        .secrets(TestSecrets.write(directory))
        .operator()
        .environment("PAYMENTS_DATABASE_START_WAIT", "2s");
  }

  private static void assertEnds(ServiceProcess.Setup setup, String sentence) {
    try (ServiceProcess refused = setup.start()) {
      assertThat(refused.awaitExit()).as(refused.log()).isEqualTo(1);
      assertThat(refused.errors()).isEqualTo(sentence);
      assertThat(refused.output()).doesNotContain("\tat ", "Listening on", PASSWORD);
    }
  }
}
