package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Delay of a submission on its way to a bank that pays each submission that arrives: the payout is
 * not submitted again before the age from which the bank's "not found" counts (ADR 18), so it is
 * paid once.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(FaultyBankProfile.class)
class StallingRailApiTest {

  /** The validity of a submission, and so the declared age; time is moved, not waited for. */
  private static final Duration VALIDITY = Duration.ofHours(1);

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DueRows due;
  @Inject FaultyBankRail rail;

  private StallingBank bank;
  private Partner partner;

  @BeforeEach
  void aBankThatPaysEachSubmission() throws Exception {
    bank = new StallingBank();
    rail.connectTo(bank.port());
    rail.setValidity(VALIDITY);
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void stopTheBank() {
    rail.connectTo(FaultyBankRail.CLOSED_PORT);
    rail.setValidity(FaultyBankRail.USUAL_VALIDITY);
    bank.close();
    rows.assertBooksBalance();
  }

  @Test
  void aSubmissionThatArrivesAfterQueriesIsPaidOnce() {
    String id = delayed("late");

    bank.letArrive(id);

    assertIsPaid(id, "late");
    assertThat(bank.historyOf(id).paid()).as("payments").isEqualTo(1);
    assertThat(bank.historyOf(id).submissions()).as("submissions").isEqualTo(1);
    assertPaidOnceByTheBooks(id);
  }

  @Test
  void aLostSubmissionIsRepeatedAfterItsValidity() {
    String id = delayed("lost");

    passTime(id, VALIDITY);

    assertIsPaid(id, "lost");
    bank.letArrive(id);
    assertThat(bank.historyOf(id).refused()).as("the first comes too late").isEqualTo(1);
    assertThat(bank.historyOf(id).paid()).as("payments").isEqualTo(1);
    assertThat(bank.historyOf(id).submissions()).as("submissions").isEqualTo(2);
    assertPaidOnceByTheBooks(id);
  }

  @Test
  void aPayoutIsNotSubmittedAgainBeforeTheAge() {
    String id = delayed("almost");
    passTime(id, VALIDITY.minusMinutes(5));
    int before = bank.historyOf(id).notFound();

    due.pollUntil("payout", id, () -> bank.historyOf(id).notFound() > before + 2);

    assertThat(bank.historyOf(id).submissions()).as("submissions").isEqualTo(1);
    bank.letArrive(id);
    assertIsPaid(id, "almost");
    assertThat(bank.historyOf(id).paid()).as("payments").isEqualTo(1);
  }

  /**
   * A payout with its first submission on the way, after queries that the bank answered "not
   * found".
   */
  private String delayed(String reference) {
    String id = partner.transfer(transferOf(reference)).path("serviceReference");
    StallingBank.History history = bank.historyOf(id);
    due.pollUntil("payout", id, () -> history.notFound() > 1 || history.paid() > 0);
    assertThat(history.paid()).as("submitted again, and paid").isZero();
    assertThat(history.submissions()).as("submissions").isEqualTo(1);
    return id;
  }

  /** Lets time pass for the service and for the submission on its way. */
  private void passTime(String id, Duration time) {
    bank.historyOf(id).addDelay(time);
    rows.execute(
        "UPDATE payout_due SET submitted_at = submitted_at - $2 * interval '1 ms' WHERE id = $1",
        UUID.fromString(id),
        time.toMillis());
  }

  private void assertIsPaid(String id, String reference) {
    due.pollUntil("payout", id, () -> !statusOf(reference).equals("termination_pending"));
    assertThat(statusOf(reference)).isEqualTo("termination_success");
  }

  private String statusOf(String reference) {
    return partner.request().get("/business/transactions/" + reference).path("status");
  }

  private void assertPaidOnceByTheBooks(String id) {
    assertThat(rows.transfersOf(id))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }
}
