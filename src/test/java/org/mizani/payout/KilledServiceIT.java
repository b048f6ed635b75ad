package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.KilledLoad;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/**
 * The service is killed in the middle of a load of payouts and collections, three times, and
 * started again.
 */
@Tag("brief")
class KilledServiceIT {

  private static final int KILLS = 3;
  private static final int ACKNOWLEDGED_BEFORE_A_KILL = 300;
  private static final BigDecimal DEMO_DOLLARS = new BigDecimal("1000000");

  /** Personal data of this test's payouts, and the beginning of every token. */
  private static final String[] NEVER_LOGGED = {
    "Amina", "Otieno", "1990-04-12", "A1234567", "700000001", "Mwangi", "712345678", "eyJ"
  };

  @TempDir Path directory;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
  private final AtomicInteger references = new AtomicInteger();

  @Test
  void keepsEveryAcknowledgedPayoutAndEveryCent() throws Exception {
    // Given
    for (int kill = 0; kill < KILLS; kill++) {
      try (ServiceProcess service = start()) {
        loadUntilKilled(service);
      }
    }

    // When
    try (ServiceProcess service = start()) {

      // Then
      Eventually.holds(
          () ->
              assertThat(
                      service.number("select count(*) from payout where status = 'pending'")
                          + service.number(
                              "select count(*) from collection where status = 'pending'"))
                  .isZero());
      assertThat(refusals).isEmpty();
      assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(KILLS * ACKNOWLEDGED_BEFORE_A_KILL);
      assertThat(missing(service)).isEmpty();
      assertThatMoneyIsAccountedFor(service);
      assertThat(service.log()).doesNotContain(NEVER_LOGGED);
    }
  }

  private void assertThatMoneyIsAccountedFor(ServiceProcess service) throws Exception {
    long paid = service.number("select count(*) from payout where status = 'success'");
    long failed = service.number("select count(*) from payout where status = 'failure'");
    assertThat(paid).isPositive();
    assertThat(failed).isPositive();
    ServiceClient demo = ServiceClient.demo(service);
    assertThat(demo.balance("USD", "holding")).isZero();
    assertThat(demo.balance("USD", "available"))
        .isEqualByComparingTo(
            DEMO_DOLLARS.subtract(new BigDecimal("7.91").multiply(BigDecimal.valueOf(paid))));
    assertThat(service.number("select count(*) from ledger_transfer where kind = 'hold'"))
        .isEqualTo(paid + failed);
    assertThat(service.number("select count(*) from ledger_transfer where kind = 'capture'"))
        .isEqualTo(paid);
    assertThat(service.number("select count(*) from ledger_transfer where kind = 'release'"))
        .isEqualTo(failed);
    long collected = service.number("select count(*) from collection where status = 'success'");
    assertThat(collected).isPositive();
    assertThat(service.number("select count(*) from collection where status = 'cancelled'"))
        .isZero();
    assertThat(service.number("select count(*) from ledger_transfer where kind = 'collect'"))
        .isEqualTo(collected);
    assertThat(
            service.number(
                "select available_minor from wallet"
                    + " where purpose = 'collection' and currency = 'KES'"))
        .isEqualTo(collected * 150_00);
    assertThat(service.number(WALLETS_THAT_DIFFER_FROM_THEIR_TRANSFERS)).isZero();
  }

  /** The balance of each wallet's part, against its account's transfers one by one. */
  private static final String WALLETS_THAT_DIFFER_FROM_THEIR_TRANSFERS =
      """
      select count(*) from wallet w
      cross join lateral (values (w.available_account_id, w.available_minor),
                                 (w.holding_account_id, w.holding_minor),
                                 (w.pending_account_id, w.pending_minor)) p (account, minor)
      where p.minor <>
            coalesce((select sum(amount_minor) from ledger_transfer
                      where credit_account_id = p.account), 0)
          - coalesce((select sum(amount_minor) from ledger_transfer
                      where debit_account_id = p.account), 0)
      """;

  private static final String REFERENCES =
      "select business_reference from payout union all select reference from collection";

  private ServiceProcess start() {
    return ServiceProcess.in(directory)
        .sandbox()
        .property("payments.rate-limit-per-minute", "1000000")
        .property("payments.payout.settlement.lease", "7s")
        .property("payments.payout.settlement.rail-timeout", "3s")
        .property("payments.collection.settlement.lease", "7s")
        .property("payments.collection.settlement.rail-timeout", "3s")
        .property("payments.collection.expires-after", "1h")
        // A slow disk is no part of this test.
        .unhurried()
        .start()
        .awaitReady();
  }

  private void loadUntilKilled(ServiceProcess service) throws Exception {
    int before = acknowledged.size();
    ServiceClient demo = ServiceClient.demo(service);
    KilledLoad.on(
        service,
        killed -> payUntil(killed, demo),
        () ->
            Eventually.holds(
                () ->
                    assertThat(acknowledged.size() - before)
                        .isGreaterThanOrEqualTo(ACKNOWLEDGED_BEFORE_A_KILL)));
    assertThat(service.log()).doesNotContain(NEVER_LOGGED);
  }

  private void payUntil(BooleanSupplier killed, ServiceClient demo) {
    while (!killed.getAsBoolean()) {
      int number = references.incrementAndGet();
      String reference = "payout-" + number;
      try {
        ServiceClient.Answer answer =
            number % 4 == 0
                ? demo.post("/business/collections", collectionOf(reference))
                : demo.post("/business/payout/transfer", transfer(number, reference));
        if (answer.status() == 201) {
          acknowledged.add(reference);
        } else {
          refusals.add(answer.toString());
        }
      } catch (IOException e) {
        // Killed during the request: without an acknowledgement the payout may exist or not.
      }
    }
  }

  private static Map<String, Object> transfer(int number, String reference) {
    Map<String, Object> transfer = transferOf(reference);
    if (number % 5 == 0) {
      transfer.put("receiverPhone", "+254712345691");
    }
    return transfer;
  }

  private Set<String> missing(ServiceProcess service) throws Exception {
    Set<String> missing = new TreeSet<>(acknowledged);
    try (Connection connection = service.connectToDatabase();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(REFERENCES)) {
      while (rows.next()) {
        missing.remove(rows.getString(1));
      }
    }
    return missing;
  }
}
