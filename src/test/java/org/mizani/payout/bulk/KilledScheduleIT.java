package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.transfers;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.KilledLoad;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/** The service is killed while it executes batches whose time has come. */
@Tag("exhaustive")
class KilledScheduleIT {

  private static final int BATCHES = 20;
  private static final int ITEMS = 100;
  private static final BigDecimal DEMO_DOLLARS = new BigDecimal("1000000");

  private static final String PAYOUTS = "select count(*) from payout";
  private static final String EXECUTED =
      "select count(*) from payout_bulk_schedule where status = 'executed'";
  private static final String STILL_SEALED =
      "select count(*) from payout_bulk_schedule where items_encrypted is not null";

  @TempDir Path directory;

  @Test
  void eachBatchIsExecutedOnceWithAllOfItsPayouts() throws Exception {
    // Given
    List<String> ids = new ArrayList<>();
    try (ServiceProcess service = start("24h")) {
      ServiceClient demo = ServiceClient.demo(service);
      for (int i = 0; i < BATCHES; i++) {
        ids.add(schedule(demo, i, Instant.now().plusSeconds(3_600)));
      }
      assertThat(service.number(PAYOUTS)).isZero();
      execute(service, "update payout_bulk_schedule set execute_at = now(), due_at = now()");
    }

    // When
    try (ServiceProcess service = start("10ms")) {
      KilledLoad.on(
          service,
          killed -> {},
          () -> Eventually.holds(() -> assertThat(service.number(EXECUTED)).isPositive()));
      KilledLoad.awaitItsStatements(service);
    }

    // Then
    try (ServiceProcess service = start("100ms")) {
      // The lease of the pod that is dead ends.
      execute(service, "update payout_bulk_schedule set due_at = now() where due_at is not null");
      assertThat(service.number(PAYOUTS) % ITEMS).isZero();
      Eventually.holds(() -> assertThat(service.number(EXECUTED)).isEqualTo(BATCHES));
      assertThat(service.number(PAYOUTS)).isEqualTo((long) BATCHES * ITEMS);
      assertThat(service.number(STILL_SEALED)).isZero();
      ServiceClient demo = ServiceClient.demo(service);
      for (String id : ids) {
        JsonNode bulk = demo.get(PATH + "/" + id).succeeded();
        assertThat(bulk.path("status").asText()).isEqualTo("executed");
        assertThat(bulk.path("counts").path("created").asInt()).isEqualTo(ITEMS);
      }
      Eventually.holds(() -> assertThat(demo.balance("USD", "holding")).isZero());
      assertThat(demo.balance("USD", "available"))
          .isEqualByComparingTo(
              DEMO_DOLLARS.subtract(
                  new BigDecimal("7.91").multiply(BigDecimal.valueOf(BATCHES * ITEMS))));
    }
  }

  private static void execute(ServiceProcess service, String change) throws SQLException {
    try (Connection owner = service.connectToDatabase();
        Statement statement = owner.createStatement()) {
      statement.execute(change);
    }
  }

  private static String schedule(ServiceClient demo, int number, Instant at) throws Exception {
    return demo.post(
            PATH, Map.of("items", transfers("batch " + number, ITEMS), "executeAt", at.toString()))
        .succeeded()
        .path("bulkId")
        .asText();
  }

  private ServiceProcess start(String every) {
    return ServiceProcess.in(directory)
        .sandbox()
        .paidAtOnce()
        .property("payments.rate-limit-per-minute", "1000000")
        .property("payments.bulk.schedule.every", every)
        .property("payments.bulk.judged-within", "4s")
        .unhurried()
        .start()
        .awaitReady();
  }
}
