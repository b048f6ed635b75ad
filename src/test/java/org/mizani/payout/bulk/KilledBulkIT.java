package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.body;
import static org.mizani.payout.bulk.BulkOrders.transfers;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.KilledLoad;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/** The service is killed in the middle of batches, and all of them are sent again. */
@Tag("exhaustive")
class KilledBulkIT {

  private static final int ITEMS = 25;
  private static final int ANSWERED_BEFORE_THE_KILL = 40;
  private static final BigDecimal DEMO_DOLLARS = new BigDecimal("1000000");

  /** Batches of which some items have a payout and others have none, or of another number. */
  private static final String IN_PART =
      "select count(*) from payout_bulk b where (select count(*) from payout_bulk_item i"
          + " join payout p on p.id = i.payout_id and p.business_reference = i.business_reference"
          + " where i.bulk_id = b.id) <> "
          + ITEMS;

  private static final String WITHOUT_A_BATCH =
      "select count(*) from payout p"
          + " where not exists (select from payout_bulk_item i where i.payout_id = p.id)";

  /** Ends that were told with all of their payouts paid. */
  private static final String ENDED =
      "select count(*) from payout_bulk_ended where refused = 0 and paid = " + ITEMS;

  private static final String BATCHES = "select count(*) from payout_bulk";
  private static final String PAYOUTS = "select count(*) from payout";

  @TempDir Path directory;

  private final Set<Integer> sent = ConcurrentHashMap.newKeySet();
  private final Map<Integer, String> answered = new ConcurrentHashMap<>();
  private final Set<String> unexpected = ConcurrentHashMap.newKeySet();
  private final AtomicInteger numbers = new AtomicInteger();

  @Test
  void eachBatchIsThereWithAllOfItsPayoutsOrNotAtAll() throws Exception {
    // Given
    try (ServiceProcess service = start()) {
      ServiceClient demo = ServiceClient.demo(service);
      KilledLoad.on(
          service,
          killed -> sendUntil(killed, demo),
          () ->
              Eventually.holds(
                  () ->
                      assertThat(answered).hasSizeGreaterThanOrEqualTo(ANSWERED_BEFORE_THE_KILL)));
      KilledLoad.awaitItsStatements(service);
    }
    assertThat(unexpected).isEmpty();

    try (ServiceProcess service = start()) {
      assertThat(service.number(IN_PART)).isZero();
      assertThat(service.number(WITHOUT_A_BATCH)).isZero();
      assertThat(service.number(BATCHES)).isGreaterThanOrEqualTo(answered.size());

      // When
      ServiceClient demo = ServiceClient.demo(service);
      for (int number : sent) {
        String first = answered.get(number);
        sendAgain(demo, number);
        assertThat(first == null || first.equals(answered.get(number))).isTrue();
      }

      // Then
      assertThat(unexpected).isEmpty();
      assertThat(service.number(BATCHES)).isEqualTo(sent.size());
      assertThat(service.number(PAYOUTS)).isEqualTo((long) sent.size() * ITEMS);
      assertThat(service.number(IN_PART)).isZero();
      Eventually.holds(() -> assertThat(demo.balance("USD", "holding")).isZero());
      Eventually.holds(() -> assertThat(service.number(ENDED)).isEqualTo(sent.size()));
      assertThat(demo.balance("USD", "available"))
          .isEqualByComparingTo(
              DEMO_DOLLARS.subtract(
                  new BigDecimal("7.91").multiply(BigDecimal.valueOf(sent.size() * ITEMS))));
    }
  }

  private ServiceProcess start() {
    return ServiceProcess.in(directory)
        .sandbox()
        .paidAtOnce()
        .property("payments.rate-limit-per-minute", "1000000")
        .property("payments.bulk.held-at-once", "32")
        // A slow disk is no part of this test: batches wait for each other's wallet.
        .unhurried()
        .property("payments.wallet.locks.max-wait-alone", "20s")
        .start()
        .awaitReady();
  }

  private void sendUntil(BooleanSupplier killed, ServiceClient demo) {
    while (!killed.getAsBoolean()) {
      int number = numbers.incrementAndGet();
      sent.add(number);
      try {
        // Without a place it had no effect, and the number is not used up.
        boolean isAnswered = false;
        while (!isAnswered && !killed.getAsBoolean()) {
          isAnswered = send(demo, number);
        }
      } catch (IOException e) {
        // Killed during the request: without an answer the batch may exist or not.
      }
    }
  }

  /** Without a place, or where a wallet is locked for too long, the answer is 503. */
  private void sendAgain(ServiceClient demo, int number) throws Exception {
    Eventually.holds(() -> assertThat(send(demo, number)).isTrue());
  }

  /**
   * Sends a batch under its key: of one that exists the answer is the first one again. Answers
   * whether it was answered other than by 503.
   */
  private boolean send(ServiceClient demo, int number) throws IOException {
    ServiceClient.Answer answer =
        demo.post(
            PATH, body(transfers("batch " + number, ITEMS), number % 2 == 0), "key-" + number);
    if (answer.status() == 503) {
      return false;
    }
    if (answer.status() == 201 && answer.body().path("created").asInt() == ITEMS) {
      answered.put(number, answer.body().toString());
    } else {
      unexpected.add(number + ": " + answer);
    }
    return true;
  }
}
