package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Payouts that were unsubmitted at the point to which a database was restored, on a bank that keeps
 * books of its own: the bank may have paid them after that point.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(FaultyBankProfile.class)
class RestoreApiTest {

  /** Even amounts, of which the bank answers each request. */
  private static final long PAID_MINOR = 10_020;

  private static final long NEVER_SENT_MINOR = 10_024;

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject FaultyBankRail rail;

  private final FaultyBank bank = new FaultyBank();
  private FaultyBankServer server;
  private Partner partner;

  @BeforeEach
  void aRestoredServiceThatOnlyAsks() {
    server = new FaultyBankServer(bank, 0);
    rail.connectTo(server.open());
    partner = partners.create(Map.of(CurrencyUnit.KES, "1000"));
    SwitchedSubmission.to("ask-only");
  }

  @AfterEach
  void booksBalance() {
    SwitchedSubmission.to("on");
    rail.connectTo(FaultyBankRail.CLOSED_PORT);
    server.close();
    rows.assertBooksBalance();
  }

  @Test
  void eachIsPaidOnceWhetherTheBankHasPaidItBeforeOrNot() {
    // Given
    String paid = unsubmitted("paid", PAID_MINOR);
    String neverSent = unsubmitted("never sent", NEVER_SENT_MINOR);
    bank.submit(paid, PAID_MINOR);

    // When
    Instant restore = rows.now();
    long noted = SwitchedSubmission.askFirst(restore);
    long notedAgain = SwitchedSubmission.askFirst(restore);

    // Then
    assertThat(noted).isGreaterThanOrEqualTo(2);
    assertThat(notedAgain).as("safe to repeat").isZero();
    assertThat(partner.finalStatus("paid")).isEqualTo("termination_success");
    eventually(() -> bank.timesNotFound(neverSent) > 3, isEqual(true));
    assertThat(bank.find(neverSent)).as("asked about only").isNull();
    SwitchedSubmission.to("on");
    assertThat(partner.finalStatus("never sent")).isEqualTo("termination_success");
    assertThat(List.of(bank.find(paid), bank.find(neverSent)))
        .allSatisfy(
            payment -> {
              assertThat(payment.submissions()).isEqualTo(1);
              assertThat(payment.paid()).isEqualTo(1);
            });
    assertThat(partner.available("KES")).isEqualByComparingTo(availableAfterBoth());
    assertThat(
            rows.count(
                "SELECT sum((after ->> 'payouts')::int) FROM audit_entry"
                    + " WHERE action = 'submission.ask-first' AND after ->> 'reason' = 'a restore'"))
        .isGreaterThanOrEqualTo(2);
  }

  /** The amounts and their fees of 2 %. */
  private static BigDecimal availableAfterBoth() {
    return new BigDecimal("1000")
        .subtract(BigDecimal.valueOf(PAID_MINOR + NEVER_SENT_MINOR, 2))
        .subtract(new BigDecimal("4.00"));
  }

  private String unsubmitted(String reference, long minor) {
    Map<String, Object> body = transferOf(reference);
    body.put("senderCurrency", "KES");
    body.put("amount", BigDecimal.valueOf(minor, 2));
    Response created = partner.transfer(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    String id = created.path("serviceReference");
    eventually(
        () ->
            rows.count(
                "SELECT skipped_polls::bigint FROM payout_due WHERE id = $1", UUID.fromString(id)),
        skipped -> skipped > 0);
    return id;
  }
}
