package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.SmallHeap.PAID;
import static org.mizani.payout.SmallHeap.PAYOUTS;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/** Service whose heap is small, and a network that keeps many payouts waiting. */
@Tag("exhaustive")
class SmallHeapIT {

  private static final int PARTNERS_AT_ONCE = 64;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Rows of the database: what the pod has in its memory is not counted. */
  private static final String PENDING = "SELECT count(*) FROM payout_due";

  /** Of the pending payouts, those that were polled twice or more. */
  private static final String POLLED = "SELECT count(*) FROM payout_due WHERE polls > 1";

  @TempDir Path directory;

  @Test
  void twentyThousandPendingPayoutsDoNotExhaustAHeapOf128Megabytes() throws Exception {
    BigDecimal funded;
    try (ServiceProcess service = start("1h")) {
      ServiceClient operator = ServiceClient.demoOperator(service);
      JsonNode business = operator.get("/operator/businesses").succeeded().get("items").get(0);
      SmallHeap.fund(operator, business.get("businessId").textValue());
      funded = ServiceClient.demo(service).balance("USD", "available");

      SmallHeap.pay(PARTNERS_AT_ONCE, numbers -> pay(ServiceClient.demo(service), numbers));

      assertThat(service.number(PENDING)).isEqualTo(PAYOUTS);
      Eventually.within(PATIENCE, () -> assertThat(service.number(POLLED)).isEqualTo(PAYOUTS));
      assertThat(service.number(PENDING)).isEqualTo(PAYOUTS);
      assertThat(service.log()).doesNotContain("OutOfMemoryError");
      service.terminate();
    }
    // The network answers the next service, which takes all of them on.
    try (ServiceProcess next = start("100ms")) {
      Eventually.within(PATIENCE, () -> assertThat(next.number(PAID)).isEqualTo(PAYOUTS));

      assertThat(next.log()).doesNotContain("OutOfMemoryError");
      ServiceClient demo = ServiceClient.demo(next);
      assertThat(demo.balance("USD", "holding")).isEqualByComparingTo("0");
      assertThat(demo.balance("USD", "available"))
          .isEqualByComparingTo(funded.subtract(spent(next)));
    }
  }

  private ServiceProcess start(String answersAfter) {
    return SmallHeap.in(directory)
        .property("payments.rail.simulator.answers-after", answersAfter)
        .start()
        .awaitReady();
  }

  private static void pay(ServiceClient demo, List<Integer> numbers) throws Exception {
    for (int number : numbers) {
      ServiceClient.Answer answer =
          demo.post("/business/payout/transfer", transferOf("heap-" + number));
      assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
    }
  }

  private static BigDecimal spent(ServiceProcess service) {
    return new BigDecimal(service.number("SELECT sum(sender_minor + fee_minor) FROM payout"))
        .movePointLeft(2);
  }
}
