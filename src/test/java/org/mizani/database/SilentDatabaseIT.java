package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.PartnerClient;
import org.mizani.support.PartnerClient.Answer;
import org.mizani.support.ServiceProcess;
import org.mizani.support.SilentLink;
import org.mizani.support.TestPostgres;
import org.mizani.support.TestSecrets;

/** A database that does not answer, rather than refuse. */
class SilentDatabaseIT {

  @TempDir Path directory;

  @Test
  void connectionsThatDieWithoutAWordAreReplaced() throws Exception {
    try (EmbeddedPostgres database = start();
        SilentLink link = SilentLink.to(database.getPort());
        ServiceProcess service = serve(link.port())) {
      // Given: more than one connection is open
      PartnerClient demo = PartnerClient.demo(service);
      assertThat(demo.post("/business/payout/transfer", transferOf("before")).status())
          .isEqualTo(201);
      BigDecimal available = demo.balance("USD", "available");

      // When
      link.loseConnections();
      Answer meanwhile = demo.post("/business/payout/transfer", transferOf("meanwhile"));

      // Then
      assertThat(meanwhile.status()).isEqualTo(503);
      Eventually.within(
          Duration.ofSeconds(30),
          () -> {
            assertThat(service.isReady()).as("ready").isTrue();
            // Over more connections than had been open.
            for (int i = 0; i < 20; i++) {
              assertThat(demo.get("/business/transactions/meanwhile").status()).isEqualTo(404);
            }
          });
      assertThat(demo.balance("USD", "available")).isEqualByComparingTo(available);
      assertThat(demo.post("/business/payout/transfer", transferOf("meanwhile")).status())
          .isEqualTo(201);
    }
  }

  @Test
  void whatNobodyWaitsForAnyMoreIsNotLeftWaitingForALock() throws Exception {
    try (EmbeddedPostgres database = start();
        ServiceProcess service = serve(database.getPort());
        Connection other = database.getPostgresDatabase().getConnection();
        Statement statement = other.createStatement()) {
      PartnerClient demo = PartnerClient.demo(service);
      other.setAutoCommit(false);
      statement.execute("SELECT FROM wallet FOR UPDATE");

      // When
      Answer refused = demo.post("/business/payout/transfer", transferOf("blocked"));

      // Then
      assertThat(refused.status()).isEqualTo(503);
      Eventually.within(
          Duration.ofSeconds(20),
          () -> {
            var waiting =
                statement.executeQuery(
                    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
            waiting.next();
            assertThat(waiting.getInt(1)).isZero();
          });
      other.rollback();
      assertThat(demo.get("/business/transactions/blocked").status()).isEqualTo(404);
      assertThat(demo.post("/business/payout/transfer", transferOf("blocked")).status())
          .isEqualTo(201);
    }
  }

  private EmbeddedPostgres start() throws Exception {
    return TestPostgres.builder().setDataDirectory(directory.resolve("server")).start();
  }

  private ServiceProcess serve(int port) {
    return ServiceProcess.in(directory)
        .environment("DB_URL", "postgresql://localhost:" + port + "/postgres")
        .environment("DB_USERNAME", "postgres")
        .environment("DB_PASSWORD", "postgres")
        .secrets(TestSecrets.write(directory))
        .property("org.mizani.sandbox", "true")
        .property("payments.rate-limit-per-minute", "100000")
        .property("payments.database.timeout", "4s")
        .property("payments.database.silence", "8s")
        .start()
        .awaitReady();
  }
}
