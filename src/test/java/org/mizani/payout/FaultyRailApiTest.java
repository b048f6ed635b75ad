package org.mizani.payout;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.mizani.ledger.TrialBalance;
import org.mizani.ledger.TrialBalances;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.FaultyBank.Fault;
import org.mizani.payout.FaultyBank.Payment;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.Json;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Many payouts through a bank with every fault that a network can have: each payout is paid exactly
 * once, or has failed and is refunded exactly once; only a payout that the bank never answers stays
 * pending. {@code -Dfaulty.rail.payouts=} sets their number, a multiple of 40.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(FaultyBankProfile.class)
class FaultyRailApiTest {

  private static final int PAYOUTS = Integer.getInteger("faulty.rail.payouts", 1_000);
  private static final int ROUNDS = 40;
  private static final int AT_ONCE = PAYOUTS / ROUNDS;

  /** Rounds of creations before which the bank is shut, and before which it opens again. */
  private static final Set<Integer> SHUT_BEFORE = Set.of(8, 24);

  private static final Set<Integer> OPENED_BEFORE = Set.of(12, 28);

  private static final long FIRST_MINOR = 10_000;
  private static final long SLOW_MILLIS = 1_500;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Logger LOG = Logger.getLogger(FaultyRailApiTest.class);

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject TrialBalances trialBalances;
  @Inject FaultyBankRail rail;

  private final FaultyBank bank = new FaultyBank();
  private Partner partner;

  @Test
  void paysOrRefundsEachPayoutExactlyOnce() throws Exception {
    // Given
    partner = partners.create(Map.of(CurrencyUnit.KES, "3000000"));
    long paidBefore = paidByTheBooks();
    long begin = System.nanoTime();
    Duration created;

    // When
    try (FaultyBankServer server = new FaultyBankServer(bank, SLOW_MILLIS)) {
      rail.connectTo(server.open());
      createAll(server);
      created = Duration.ofNanos(System.nanoTime() - begin);
      Eventually.within(
          PATIENCE,
          () -> {
            assertThat(pending()).isEqualTo(silent());
            assertThat(bank.payments()).hasSize(PAYOUTS);
          });
    } finally {
      rail.connectTo(FaultyBankRail.CLOSED_PORT);
    }

    // Then
    LOG.infof(
        "%d payouts created in %s, final after %s; %s",
        PAYOUTS, created, Duration.ofNanos(System.nanoTime() - begin), byFault());
    assertEachIsPaidOrRefundedOnce();
    assertTheBooksAreThoseOfTheBank(paidBefore);
  }

  private void createAll(FaultyBankServer server) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      if (SHUT_BEFORE.contains(round)) {
        server.shut();
        rail.connectTo(FaultyBankRail.CLOSED_PORT);
      }
      if (OPENED_BEFORE.contains(round)) {
        Eventually.within(
            PATIENCE, () -> assertThat(skippedPolls()).as("the bank is left alone").isPositive());
        rail.connectTo(server.open());
      }
      int first = round * AT_ONCE;
      var answers =
          AtOnce.send(
              AT_ONCE, i -> AtOnce.post(partner, "/business/payout/transfer", body(first + i)));
      assertThat(answers).allMatch(answer -> answer.statusCode() == 201);
    }
  }

  private long skippedPolls() {
    return rows.count(
        "SELECT count(*) FROM payout_due q JOIN payout p ON p.id = q.id"
            + " WHERE q.skipped_polls > 0 AND p.business_id = $1",
        partner.businessId());
  }

  private static String body(int number) {
    Map<String, Object> body = transferOf("payout " + number);
    body.put("senderCurrency", "KES");
    body.put("amount", BigDecimal.valueOf(FIRST_MINOR + number, 2));
    return Json.of(body);
  }

  private void assertEachIsPaidOrRefundedOnce() {
    Map<String, Row> payouts =
        rows
            .execute(
                """
                SELECT p.id, p.status, p.receiver_minor,
                       (SELECT string_agg(t.kind, ' ' ORDER BY t.kind)
                        FROM ledger_transfer t WHERE t.subject_id = p.id) AS transfers
                FROM payout p WHERE p.business_id = $1
                """,
                partner.businessId())
            .stream()
            .collect(toMap(row -> row.getUUID("id").toString(), Function.identity()));
    assertThat(payouts).hasSize(PAYOUTS);
    assertThat(bank.payments().keySet()).isEqualTo(payouts.keySet());
    payouts.forEach(
        (id, payout) -> assertSettledOnce(payout, bank.find(id), bank.timesNotFound(id)));
  }

  private static void assertSettledOnce(Row payout, Payment payment, int timesNotFound) {
    long minor = payout.getLong("receiver_minor");
    Fault fault = FaultyBank.faultOf(minor);
    boolean fails = FaultyBank.fails(minor);
    // Only a payment that the bank does not find is submitted again.
    int deliveries = fault == Fault.DELIVERED_TWICE ? 2 : 1;
    String expected = fault == Fault.SILENT_FOR_EVER ? "pending" : fails ? "failure" : "success";
    String transfers =
        switch (expected) {
          case "pending" -> "hold";
          case "failure" -> "hold release";
          default -> "capture fee hold";
        };

    assertThat(payout.getString("status")).as("%s of %s", fault, payment).isEqualTo(expected);
    assertThat(payout.getString("transfers")).isEqualTo(transfers);
    assertThat(payment.minor()).isEqualTo(minor);
    assertThat(payment.paid()).as("payments, %s", fault).isEqualTo(fails ? 0 : 1);
    assertThat(payment.submissions())
        .as("submissions that arrived, %s, not found %d times", fault, timesNotFound)
        .isBetween(deliveries, deliveries * (1 + timesNotFound));
  }

  private void assertTheBooksAreThoseOfTheBank(long paidBefore) {
    long paidMinor =
        bank.payments().values().stream()
            .filter(payment -> FaultyBank.faultOf(payment.minor()) != Fault.SILENT_FOR_EVER)
            .mapToLong(payment -> payment.paid() * payment.minor())
            .sum();
    TrialBalance balance = trialBalances.drawUp().await().atMost(PATIENCE);

    assertThat(balance.mismatches()).isEmpty();
    assertThat(balance.accounts().stream().mapToLong(TrialBalance.AccountTotal::balanceMinor).sum())
        .isZero();
    assertThat(paidByTheBooks() - paidBefore).isEqualTo(paidMinor);
    assertThat(
            rows.count(
                "SELECT holding_minor FROM wallet WHERE business_id = $1", partner.businessId()))
        .isEqualTo(
            rows.count(
                "SELECT sum(sender_minor + fee_minor)::bigint FROM payout"
                    + " WHERE status = 'pending' AND business_id = $1",
                partner.businessId()));
  }

  private long pending() {
    return rows.count(
        "SELECT count(*) FROM payout WHERE status = 'pending' AND business_id = $1",
        partner.businessId());
  }

  /**
   * The bank's payments by the service's books, in minor units; tests of this service share them.
   */
  private long paidByTheBooks() {
    return trialBalances.drawUp().await().atMost(PATIENCE).accounts().stream()
        .filter(account -> account.rail().equals(Optional.of("bank")))
        .filter(account -> account.currency() == CurrencyUnit.KES)
        .mapToLong(TrialBalance.AccountTotal::balanceMinor)
        .sum();
  }

  private static long silent() {
    return LongStream.range(FIRST_MINOR, FIRST_MINOR + PAYOUTS)
        .filter(minor -> FaultyBank.faultOf(minor) == Fault.SILENT_FOR_EVER)
        .count();
  }

  private Map<Fault, Long> byFault() {
    return bank.payments().values().stream()
        .collect(
            groupingBy(
                payment -> FaultyBank.faultOf(payment.minor()),
                () -> new EnumMap<>(Fault.class),
                counting()));
  }
}
