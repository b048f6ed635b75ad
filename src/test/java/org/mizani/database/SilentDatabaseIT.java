package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceClient.Answer;
import org.mizani.support.ServiceProcess;
import org.mizani.support.SilentLink;
import org.mizani.support.TestPostgres;
import org.mizani.support.TestSecrets;

/** Database that does not answer, which differs from one that refuses connections. */
class SilentDatabaseIT {

  @TempDir static Path directory;
  private static GivenDatabase database;
  private static SilentLink link;
  private static ServiceProcess service;

  @BeforeAll
  static void start() throws Exception {
    database = GivenDatabase.create();
    link = SilentLink.to(TestPostgres.sharedPort());
    service =
        ServiceProcess.in(directory)
            .database(database)
            .environment("DB_URL", database.urlAt(link.port()))
            .secrets(TestSecrets.write(directory))
            .property("org.mizani.sandbox", "true")
            .property("payments.rate-limit-per-minute", "100000")
            // A statement ends after half of it: a stall of the machine is shorter than the rest.
            .property("payments.database.timeout", "20s")
            .property("payments.database.silence", "25s")
            .start()
            .awaitReady();
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
    link.close();
    database.close();
  }

  @Test
  void silentConnectionsAreReplaced() throws Exception {
    // Given
    ServiceClient demo = demo();
    pay(demo, "before");
    BigDecimal available = demo.balance("USD", "available");

    // When: the payout is on its way, by whichever connection
    link.fallSilentAt("meanwhile");
    Answer meanwhile = demo.post("/business/payout/transfer", transferOf("meanwhile"));
    link.carryNewConnections();

    // Then
    assertThat(meanwhile.status()).isEqualTo(503);
    assertThat(meanwhile.outcome()).isEqualTo("unknown");
    Eventually.holds(
        () -> {
          assertThat(service.isReady()).as("ready").isTrue();
          // More requests than connections, so that each connection is used.
          for (int i = 0; i < 20; i++) {
            assertThat(demo.get("/business/transactions/meanwhile").status()).isEqualTo(404);
          }
        });
    Eventually.holds(
        () -> assertThat(demo.balance("USD", "available")).isEqualByComparingTo(available));
    pay(demo, "meanwhile");
  }

  @Test
  void aPayoutThatPostgreSqlEndsIsNotThere() throws Exception {
    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      // Given: nothing is locked, but writing a payout takes longer than a statement may
      ServiceClient demo = demo();
      statement.execute(
          "CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql"
              + " AS 'BEGIN PERFORM pg_sleep(120); RETURN NEW; END'");
      statement.execute(
          "CREATE TRIGGER slow BEFORE INSERT ON payout_due FOR EACH ROW EXECUTE FUNCTION sleep()");

      // When
      Answer ended = demo.post("/business/payout/transfer", transferOf("slow"));

      // Then
      statement.execute("DROP TRIGGER slow ON payout_due");
      assertThat(ended.status()).isEqualTo(503);
      assertThat(ended.outcome()).as("nothing happened").isEmpty();
      Eventually.holds(
          () -> assertThat(demo.get("/business/transactions/slow").status()).isEqualTo(404));
      pay(demo, "slow");
    }
  }

  @Test
  void aRefusedPayoutDoesNotKeepWaitingForLocks() throws Exception {
    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      ServiceClient demo = demo();
      other.setAutoCommit(false);
      statement.execute("SELECT FROM wallet FOR UPDATE");

      // When
      Answer refused = demo.post("/business/payout/transfer", transferOf("blocked"));

      // Then
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.outcome()).as("nothing happened").isEmpty();
      Eventually.holds(
          () -> {
            var waiting =
                statement.executeQuery(
                    "SELECT count(*) FROM pg_stat_activity"
                        + " WHERE wait_event_type = 'Lock' AND datname = current_database()");
            waiting.next();
            assertThat(waiting.getInt(1)).isZero();
          });
      other.rollback();
      Eventually.holds(
          () -> assertThat(demo.get("/business/transactions/blocked").status()).isEqualTo(404));
      pay(demo, "blocked");
    }
  }

  /** The demo partner, with a token as soon as a connection works. */
  private static ServiceClient demo() throws Exception {
    ServiceClient demo = ServiceClient.of(service);
    Eventually.holds(
        () ->
            assertThat(demo.authenticate("pk_test_demo", "sk_test_demo").status()).isEqualTo(200));
    return demo;
  }

  /** Sends a payout until it exists, even if the machine stalls for as long as the time-out. */
  private static void pay(ServiceClient demo, String reference) throws Exception {
    Eventually.holds(
        () ->
            assertThat(demo.post("/business/payout/transfer", transferOf(reference)).status())
                .isIn(201, 409));
  }
}
