package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.by;
import static org.mizani.support.TestPartners.quoteOf;
import static org.mizani.support.TestPartners.transferOf;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.KilledLoad;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/**
 * The service is killed in the middle of payouts by quotes, two for each quote, and all of them are
 * sent again.
 */
class KilledQuoteIT {

  private static final int PAID_BEFORE_THE_KILL = 200;
  private static final BigDecimal DEMO_DOLLARS = new BigDecimal("1000000");

  private static final String USED_WITHOUT_ITS_PAYOUT =
      "select count(*) from fx_quote q where payout_id is not null"
          + " and not exists (select from payout p where p.id = q.payout_id)";

  private static final String PAID_WITHOUT_ITS_QUOTE =
      "select count(*) from payout p"
          + " where not exists (select from fx_quote q where q.payout_id = p.id)";

  @TempDir Path directory;

  private final Map<String, String> quotes = new ConcurrentHashMap<>();
  private final Set<String> paid = ConcurrentHashMap.newKeySet();
  private final Set<String> unexpected = ConcurrentHashMap.newKeySet();
  private final AtomicInteger numbers = new AtomicInteger();

  @Test
  void eachQuoteIsUsedWithOnePayoutOrStaysUsable() throws Exception {
    // Given
    try (ServiceProcess service = start()) {
      loadUntilKilled(service);
    }
    assertThat(unexpected).isEmpty();

    try (ServiceProcess service = start()) {
      assertThat(service.number(USED_WITHOUT_ITS_PAYOUT)).isZero();
      assertThat(service.number(PAID_WITHOUT_ITS_QUOTE)).isZero();
      assertThat(service.number("select count(*) from payout")).isGreaterThanOrEqualTo(paid.size());

      // When
      ServiceClient demo = ServiceClient.demo(service);
      for (String reference : quotes.keySet()) {
        pay(demo, reference, quotes.get(reference));
      }

      // Then
      assertThat(unexpected).isEmpty();
      long used = quotes.values().stream().distinct().count();
      assertThat(paid).hasSize((int) used);
      assertThat(service.number("select count(*) from payout")).isEqualTo(used);
      assertThat(service.number("select count(*) from fx_quote where payout_id is not null"))
          .isEqualTo(used);
      assertThat(service.number(USED_WITHOUT_ITS_PAYOUT)).isZero();
      // The leases of the killed pod have to end.
      Eventually.within(
          Duration.ofMinutes(5), () -> assertThat(demo.balance("USD", "holding")).isZero());
      assertThat(demo.balance("USD", "available"))
          .isEqualByComparingTo(
              DEMO_DOLLARS.subtract(new BigDecimal("7.91").multiply(BigDecimal.valueOf(used))));
    }
  }

  private ServiceProcess start() {
    return ServiceProcess.in(directory)
        .sandbox()
        .paidAtOnce()
        .property("payments.rate-limit-per-minute", "1000000")
        .property("payments.quote.valid-for", "15m")
        .property("payments.quote.max-open", "100000")
        // A slow disk is no part of this test.
        .unhurried()
        .start()
        .awaitReady();
  }

  private void loadUntilKilled(ServiceProcess service) throws Exception {
    ServiceClient demo = ServiceClient.demo(service);
    KilledLoad.on(
        service,
        killed -> payUntil(killed, demo),
        () ->
            Eventually.holds(
                () -> assertThat(paid).hasSizeGreaterThanOrEqualTo(PAID_BEFORE_THE_KILL)));
    KilledLoad.awaitItsStatements(service);
  }

  private void payUntil(BooleanSupplier killed, ServiceClient demo) {
    while (!killed.getAsBoolean()) {
      int number = numbers.incrementAndGet();
      try {
        String quote =
            demo.post("/business/quotes", quoteOf()).succeeded().path("quoteId").asText();
        for (String reference : List.of("first-" + number, "second-" + number)) {
          quotes.put(reference, quote);
          pay(demo, reference, quote);
        }
      } catch (IOException e) {
        // Killed during the request: without an answer the payout may exist or not.
      }
    }
  }

  /** Pays, or is told that it was paid before, or that the quote has paid the other one. */
  private void pay(ServiceClient demo, String reference, String quote) throws IOException {
    ServiceClient.Answer answer =
        demo.post("/business/payout/transfer", by(quote, transferOf(reference)));
    String error = answer.body().path("error").asText();
    if (answer.status() == 201 || error.equals("duplicate reference")) {
      paid.add(reference);
    } else if (!error.equals("quote is used")) {
      unexpected.add(reference + ": " + answer);
    }
  }
}
