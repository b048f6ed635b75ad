package org.mizani.operator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.PastTransfers;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/**
 * Statement of a million transfers, from a service that has less memory than half the statement's
 * JSON.
 */
@Tag("exhaustive")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LongStatementIT {

  private static final int GROUPS_OF_FOUR = 250_000;
  private static final long MILLION = 4L * GROUPS_OF_FOUR;
  private static final List<BigDecimal> CLOSING =
      List.of(new BigDecimal("1522500"), BigDecimal.ZERO, BigDecimal.ZERO);

  /** Locks the transfers for a moment, so that their readers wait for the lock. */
  private static final String LOCK_FOR_A_MOMENT =
      "LOCK TABLE ledger_transfer IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(0.3)";

  private static final String WAITING =
      "SELECT count(*) FROM pg_locks"
          + " WHERE NOT granted AND relation = 'ledger_transfer'::regclass";

  @TempDir static Path directory;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private GivenDatabase database;
  private ServiceProcess service;
  private String token;
  private String business;

  @BeforeAll
  void createMillionTransfers() throws Exception {
    database = GivenDatabase.create();
    service =
        ServiceProcess.in(directory)
            .database(database)
            .secrets(TestSecrets.write(directory))
            .unhurried()
            .property("org.mizani.sandbox", "true")
            .property("payments.operator.key", "op_test_key")
            .property("payments.operator.secret", "os_test_secret")
            .option("-Xmx96m")
            .start()
            .awaitReady();
    // Without the checks of foreign keys, which would take most of the time.
    database.execute(setting("SET session_replication_role = replica"));
    for (String statement :
        PastTransfers.statements(one("SELECT id FROM business"), GROUPS_OF_FOUR)) {
      database.execute(statement);
    }
    database.execute(setting("RESET session_replication_role"));
    database.execute("ANALYZE");
    business = text("SELECT public_id FROM business");
    token = authenticate();
  }

  @AfterAll
  void end() {
    try {
      service.close();
    } finally {
      database.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "json"})
  void streamsAMillionLinesAtTheReadersPace(String format) throws Exception {
    Logged logged = new Logged();
    try (StatementReader statement = StatementReader.of(format, open(format))) {
      // The reader begins slowly, and the query waits for it.
      statement.read(1000);
      Eventually.holds(() -> assertThat(readersOfTransfers()).isZero());

      long began = System.nanoTime();
      statement.read(Long.MAX_VALUE);

      printDuration("a million lines of " + format, began);
      assertThat(statement.lines()).isEqualTo(MILLION + 1);
      assertThat(statement.balance())
          .usingElementComparator(BigDecimal::compareTo)
          .isEqualTo(CLOSING);
      assertThat(statement.closing())
          .usingElementComparator(BigDecimal::compareTo)
          .isEqualTo(CLOSING);
    }
    assertThat(logged.text()).doesNotContain("WARN", "ERROR", "OutOfMemory");
  }

  @Test
  void aReaderThatHangsUpEndsTheQueryWithoutErrors() throws Exception {
    Logged logged = new Logged();
    try (StatementReader statement = StatementReader.of("csv", open("csv"))) {
      statement.read(50_000);
    }

    Eventually.holds(() -> assertThat(readersOfTransfers()).isZero());
    assertThat(logged.text()).doesNotContain("WARN", "ERROR", "\tat ");
  }

  @Test
  void aFailureHalfwayCutsTheAnswerAndIsLogged() throws Exception {
    Logged logged = new Logged();
    try (StatementReader statement = StatementReader.of("csv", open("csv"))) {
      statement.read(1000);
      database.execute("ALTER TABLE ledger_transfer RENAME TO transfer_elsewhere");

      assertThatThrownBy(() -> statement.read(Long.MAX_VALUE)).isInstanceOf(IOException.class);
    } finally {
      database.execute("ALTER TABLE transfer_elsewhere RENAME TO ledger_transfer");
    }
    Eventually.holds(
        () -> assertThat(logged.text()).contains("ERROR", "failed half-way and was cut off"));
  }

  @Test
  void drawsUpTheTrialBalanceOfAMillionTransfers() throws Exception {
    long began = System.nanoTime();

    JsonNode books = new ObjectMapper().readTree(get("/operator/ledger/trial-balance"));

    printDuration("the trial balance of a million transfers", began);
    assertThat(books.get("balanced").asBoolean()).isTrue();
    assertThat(books.get("walletsMatch").asBoolean()).isTrue();
  }

  /** Prints a duration to the build's log, as no limit would hold on every machine. */
  private static void printDuration(String work, long began) {
    System.out.printf("%s: %d ms%n", work, (System.nanoTime() - began) / 1_000_000);
  }

  /** Output of the service from now on. */
  private final class Logged {

    private final int before = service.output().length();

    String text() {
      return service.output().substring(before);
    }
  }

  private String setting(String change) {
    return "ALTER ROLE postgres IN DATABASE " + database.name() + " " + change;
  }

  private InputStream open(String format) throws Exception {
    return get(
        "/operator/businesses/"
            + business
            + "/statement?currency=USD&purpose=payout&from=2020-01-01&to=2036-01-01&format="
            + format);
  }

  private InputStream get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(service.uri(path))
            .header("Authorization", "Bearer " + token)
            .build();
    return http.send(request, BodyHandlers.ofInputStream()).body();
  }

  private String authenticate() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(service.uri("/operator/auth"))
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"operatorKey\":\"op_test_key\",\"operatorSecret\":\"os_test_secret\"}"))
            .build();
    String answer = http.send(request, BodyHandlers.ofString()).body();
    return new ObjectMapper().readTree(answer).get("accessToken").asText();
  }

  private long readersOfTransfers() throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(LOCK_FOR_A_MOMENT);
      try (ResultSet rows = statement.executeQuery(WAITING)) {
        rows.next();
        return rows.getLong(1);
      } finally {
        connection.rollback();
      }
    }
  }

  private long one(String sql) throws Exception {
    return Long.parseLong(text(sql));
  }

  private String text(String sql) throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
