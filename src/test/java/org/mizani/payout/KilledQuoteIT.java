package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.by;
import static org.mizani.support.TestPartners.quoteOf;
import static org.mizani.support.TestPartners.transferOf;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/**
 * The service is killed in the middle of payouts by quotes, two for each quote, and all of them are
 * sent again.
 */
class KilledQuoteIT {

  private static final int PARTNERS = 16;
  private static final int PAID_BEFORE_THE_KILL = 200;
  private static final BigDecimal DEMO_DOLLARS = new BigDecimal("1000000");

  private static final String USED_WITHOUT_ITS_PAYOUT =
      "select count(*) from fx_quote q where payout_id is not null"
          + " and not exists (select from payout p where p.id = q.payout_id)";

  private static final String PAID_WITHOUT_ITS_QUOTE =
      "select count(*) from payout p"
          + " where not exists (select from fx_quote q where q.payout_id = p.id)";

  private static final String ITS_CONNECTIONS =
      "select count(*) from pg_stat_activity"
          + " where datname = current_database() and pid <> pg_backend_pid()";

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
      assertThat(number(service, USED_WITHOUT_ITS_PAYOUT)).isZero();
      assertThat(number(service, PAID_WITHOUT_ITS_QUOTE)).isZero();
      assertThat(number(service, "select count(*) from payout"))
          .isGreaterThanOrEqualTo(paid.size());

      // When
      ServiceClient demo = ServiceClient.demo(service);
      for (String reference : quotes.keySet()) {
        pay(demo, reference, quotes.get(reference));
      }

      // Then
      assertThat(unexpected).isEmpty();
      long used = quotes.values().stream().distinct().count();
      assertThat(paid).hasSize((int) used);
      assertThat(number(service, "select count(*) from payout")).isEqualTo(used);
      assertThat(number(service, "select count(*) from fx_quote where payout_id is not null"))
          .isEqualTo(used);
      assertThat(number(service, USED_WITHOUT_ITS_PAYOUT)).isZero();
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
    AtomicBoolean killed = new AtomicBoolean();
    ServiceClient demo = ServiceClient.demo(service);
    ExecutorService partners = Executors.newFixedThreadPool(PARTNERS);
    try {
      for (int i = 0; i < PARTNERS; i++) {
        partners.execute(() -> payUntil(killed, demo));
      }
      Eventually.holds(() -> assertThat(paid).hasSizeGreaterThanOrEqualTo(PAID_BEFORE_THE_KILL));
      service.kill();
      // PostgreSQL carries out what it has: a statement may commit after its pod is gone.
      Eventually.holds(() -> assertThat(number(service, ITS_CONNECTIONS)).isZero());
    } finally {
      killed.set(true);
      partners.shutdown();
      assertThat(partners.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
    }
  }

  private void payUntil(AtomicBoolean killed, ServiceClient demo) {
    while (!killed.get()) {
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

  private static long number(ServiceProcess service, String query) throws Exception {
    try (Connection connection = service.connectToDatabase();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
