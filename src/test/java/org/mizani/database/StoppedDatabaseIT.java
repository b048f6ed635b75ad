package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceClient.Answer;
import org.mizani.support.ServiceProcess;
import org.mizani.support.SilentLink;
import org.mizani.support.TestPostgres;
import org.mizani.support.TestSecrets;

/** Database server that is stopped while the service runs, and started again. */
class StoppedDatabaseIT {

  @TempDir Path directory;

  @Test
  void answersUnavailableUntilTheDatabaseIsBack() throws Exception {
    EmbeddedPostgres database = start();
    try (SilentLink link = SilentLink.to(database.getPort());
        ServiceProcess service = serve(link.port())) {
      // Given
      ServiceClient demo = ServiceClient.demo(service);
      assertThat(demo.post("/business/payout/transfer", transferOf("before")).status())
          .isEqualTo(201);

      // When
      database.close();
      // A machine that stalls ends the wait for the server's end, and not the server.
      Eventually.holds(() -> assertThat(directory.resolve("server/postmaster.pid")).doesNotExist());

      // Then
      assertUnavailable(demo.post("/business/payout/transfer", transferOf("meanwhile")));
      assertUnavailable(demo.post("/business/payout/payment", paymentOf("meanwhile")));
      assertUnavailable(demo.post("/business/payout/bank", bankPayoutOf("meanwhile")));
      assertUnavailable(demo.post("/business/collections", collectionOf("meanwhile")));
      assertUnavailable(demo.get("/business/collections"));
      assertUnavailable(demo.get("/business/transactions?from=2020-01-01&to=2100-01-01"));
      assertUnavailable(demo.get("/business/balance"));
      assertUnavailable(demo.get("/business/transactions/before"));
      assertUnavailable(ServiceClient.of(service).authenticate("pk_test_demo", "sk_test_demo"));
      assertThat(service.isReady()).isFalse();

      // When
      database = start();
      link.leadTo(database.getPort());

      // Then
      Eventually.holds(
          () ->
              assertThat(demo.get("/business/transactions/before").body().path("status").asText())
                  .isEqualTo("termination_success"));
      assertThat(demo.get("/business/transactions/meanwhile").status()).isEqualTo(404);
      assertThat(demo.post("/business/payout/transfer", transferOf("after")).status())
          .isEqualTo(201);
      assertThat(service.log()).doesNotContain("\tat ", "ERROR");
    } finally {
      database.close();
    }
  }

  private static void assertUnavailable(Answer answer) {
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.body().toString())
        .isEqualTo("{\"code\":0,\"error\":\"service unavailable\"}");
    assertThat(answer.retryAfter()).isEqualTo("1");
  }

  private EmbeddedPostgres start() throws IOException {
    return TestPostgres.start(
        TestPostgres.builder()
            .setDataDirectory(directory.resolve("server"))
            .setCleanDataDirectory(false));
  }

  /** Starts a service on the database at this port, in sandbox mode for the demo business. */
  private ServiceProcess serve(int port) {
    return ServiceProcess.in(directory)
        .environment("DB_URL", "postgresql://localhost:" + port + "/postgres")
        .environment("DB_USERNAME", "postgres")
        .environment("DB_PASSWORD", "postgres")
        .secrets(TestSecrets.write(directory))
        .property("org.mizani.sandbox", "true")
        .property("payments.rate-limit-per-minute", "100000")
        // Short, so that leases of the outage end while the test waits.
        .property("payments.payout.settlement.rail-timeout", "3s")
        .property("payments.payout.settlement.lease", "7s")
        .start()
        .awaitReady();
  }
}
