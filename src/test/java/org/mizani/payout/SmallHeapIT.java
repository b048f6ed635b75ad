package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/** Service whose heap is small, and a network that keeps many payouts waiting. */
@Tag("exhaustive")
class SmallHeapIT {

  private static final int PAYOUTS = 20_000;
  private static final int PARTNERS_AT_ONCE = 64;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Rows of the database: what the pod has in its memory is not counted. */
  private static final String PENDING = "SELECT count(*) FROM payout_due";

  /** Of the pending payouts, those that were polled twice or more. */
  private static final String POLLED = "SELECT count(*) FROM payout_due WHERE polls > 1";

  private static final String PAID = "SELECT count(*) FROM payout WHERE status = 'success'";

  @TempDir Path directory;

  @Test
  void twentyThousandPendingPayoutsDoNotExhaustAHeapOf128Megabytes() throws Exception {
    BigDecimal funded;
    try (ServiceProcess service = start("1h")) {
      fund(service);
      funded = ServiceClient.demo(service).balance("USD", "available");

      create(service);

      assertThat(count(service, PENDING)).isEqualTo(PAYOUTS);
      Eventually.within(PATIENCE, () -> assertThat(count(service, POLLED)).isEqualTo(PAYOUTS));
      assertThat(count(service, PENDING)).isEqualTo(PAYOUTS);
      assertThat(service.log()).doesNotContain("OutOfMemoryError");
      service.terminate();
    }
    // The network answers the next service, which takes all of them on.
    try (ServiceProcess next = start("100ms")) {
      Eventually.within(PATIENCE, () -> assertThat(count(next, PAID)).isEqualTo(PAYOUTS));

      assertThat(next.log()).doesNotContain("OutOfMemoryError");
      ServiceClient demo = ServiceClient.demo(next);
      assertThat(demo.balance("USD", "holding")).isEqualByComparingTo("0");
      assertThat(demo.balance("USD", "available"))
          .isEqualByComparingTo(funded.subtract(spent(next)));
    }
  }

  private ServiceProcess start(String answersAfter) {
    return ServiceProcess.in(directory)
        .sandbox()
        .unhurried()
        .option("-Xmx128m")
        .property("payments.rate-limit-per-minute", "1000000")
        .property("payments.rail.simulator.answers-after", answersAfter)
        .start()
        .awaitReady();
  }

  private static void fund(ServiceProcess service) throws Exception {
    ServiceClient operator = ServiceClient.demoOperator(service);
    JsonNode business = operator.get("/operator/businesses").succeeded().get("items").get(0);
    operator
        .post(
            "/operator/businesses/" + business.get("businessId").textValue() + "/top-ups",
            Map.of("currency", "USD", "purpose", "payout", "amount", 1_000_000, "reference", "all"))
        .succeeded();
  }

  private static void create(ServiceProcess service) throws Exception {
    ExecutorService partners = Executors.newFixedThreadPool(PARTNERS_AT_ONCE);
    try {
      List<Callable<Void>> work =
          IntStream.range(0, PARTNERS_AT_ONCE)
              .mapToObj(partner -> (Callable<Void>) () -> create(service, partner))
              .toList();
      for (Future<Void> done : partners.invokeAll(work)) {
        done.get();
      }
    } finally {
      partners.shutdownNow();
    }
  }

  private static Void create(ServiceProcess service, int partner) throws Exception {
    ServiceClient demo = ServiceClient.demo(service);
    for (int i = partner; i < PAYOUTS; i += PARTNERS_AT_ONCE) {
      ServiceClient.Answer answer = demo.post("/business/payout/transfer", transferOf("heap-" + i));
      assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
    }
    return null;
  }

  private static BigDecimal spent(ServiceProcess service) throws SQLException {
    return new BigDecimal(count(service, "SELECT sum(sender_minor + fee_minor) FROM payout"))
        .movePointLeft(2);
  }

  private static long count(ServiceProcess service, String statement) throws SQLException {
    try (Connection connection = service.connectToDatabase();
        Statement query = connection.createStatement();
        ResultSet rows = query.executeQuery(statement)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
