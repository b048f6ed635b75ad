package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceClient.Answer;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/**
 * Database with a full disk: PostgreSQL refuses most statements that write due rows of payouts and
 * collections, and one of four fits.
 */
class FullDiskIT {

  private static final int CLIENTS = 8;
  private static final int REFUSED = 400;
  private static final int SETTLED = 3;

  private static final List<String> TABLES = List.of("payout_due", "collection_due");

  /** Each of these jobs writes every second: ten successes in a row are no chance. */
  private static final Pattern BEGIN = Pattern.compile("(Settling [a-z]+) waits for the database");

  private static final Pattern END = Pattern.compile("(Settling [a-z]+) has its database again");

  @TempDir Path directory;

  private final Set<String> created = ConcurrentHashMap.newKeySet();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();
  private final Set<Answer> unexpected = ConcurrentHashMap.newKeySet();
  private final AtomicInteger numbers = new AtomicInteger();

  private GivenDatabase database;
  private ServiceProcess service;

  @BeforeEach
  void start() {
    database = GivenDatabase.create();
    service =
        ServiceProcess.in(directory)
            .database(database)
            .secrets(TestSecrets.write(directory))
            .paidAtOnce()
            .property("org.mizani.sandbox", "true")
            .property("payments.rate-limit-per-minute", "1000000")
            .start()
            .awaitReady();
  }

  @AfterEach
  void stop() {
    service.close();
    database.close();
  }

  @Test
  void isToldOnceAtItsStartAndOnceAtItsEndAndLosesNothing() throws Exception {
    // Given
    long settledBefore = settled();

    // When
    fill();
    AtomicBoolean stopped = new AtomicBoolean();
    List<Future<Void>> clients = payUntil(stopped);
    Eventually.holds(
        () -> {
          assertThat(refused).hasSizeGreaterThanOrEqualTo(REFUSED);
          assertThat(settled()).isGreaterThanOrEqualTo(settledBefore + SETTLED);
        });
    free();

    // Then
    Eventually.holds(
        () -> {
          assertThat(subjects(END)).containsExactlyInAnyOrderElementsOf(subjects(BEGIN));
          assertThat(service.log()).contains("No request was without the database for");
        });
    stopped.set(true);
    for (Future<Void> client : clients) {
      client.get();
    }
    assertThat(unexpected).isEmpty();
    assertThat(subjects(BEGIN))
        .as("jobs that met it")
        .contains("Settling payouts")
        .doesNotHaveDuplicates();
    assertThat(service.log().lines().filter(line -> line.contains("and perhaps others: database")))
        .hasSize(1);
    assertThat(references("SELECT business_reference FROM payout"))
        .containsExactlyInAnyOrderElementsOf(created);
    Eventually.holds(() -> assertThat(settled()).isEqualTo(created.size()));
  }

  private List<Future<Void>> payUntil(AtomicBoolean stopped) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    List<Future<Void>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      ServiceClient demo = ServiceClient.demo(service);
      clients.add(threads.submit(() -> payUntil(stopped, demo)));
    }
    threads.shutdown();
    return clients;
  }

  private Void payUntil(AtomicBoolean stopped, ServiceClient demo) throws IOException {
    while (!stopped.get()) {
      String reference = "disk-" + numbers.incrementAndGet();
      Answer answer = demo.post("/business/payout/transfer", transferOf(reference));
      if (answer.status() == 201) {
        created.add(reference);
      } else if (answer.status() == 503 && answer.outcome().isEmpty()) {
        refused.add(reference);
      } else {
        unexpected.add(answer);
      }
    }
    return null;
  }

  private void fill() {
    database.execute("CREATE SEQUENCE written");
    database.execute(
        """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('written') % 4 <> 0 THEN
            RAISE EXCEPTION 'could not extend file: No space left on device'
              USING ERRCODE = 'disk_full';
          END IF;
          RETURN NULL;
        END $$
        """);
    for (String table : TABLES) {
      database.execute(
          "CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON "
              + table
              + " FOR EACH STATEMENT EXECUTE FUNCTION full_disk()");
    }
  }

  private void free() {
    for (String table : TABLES) {
      database.execute("DROP TRIGGER full_disk ON " + table);
    }
  }

  private List<String> subjects(Pattern line) {
    return service
        .log()
        .lines()
        .flatMap(text -> line.matcher(text).results())
        .map(found -> found.group(1))
        .toList();
  }

  private long settled() throws SQLException {
    return references("SELECT business_reference FROM payout WHERE status = 'success'").size();
  }

  private Set<String> references(String query) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      Set<String> references = new HashSet<>();
      while (rows.next()) {
        references.add(rows.getString(1));
      }
      return references;
    }
  }
}
