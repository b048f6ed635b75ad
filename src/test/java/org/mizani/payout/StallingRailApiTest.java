package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
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
 * A submission that is held up on its way, to a bank that pays whatever arrives: nothing is
 * submitted again before the age from which the bank's "not found" counts (ADR 18), so the payout
 * is paid once.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(FaultyBankProfile.class)
class StallingRailApiTest {

  /** The validity of a submission, and so the declared age; time is moved, not waited for. */
  private static final Duration VALIDITY = Duration.ofHours(1);

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject FaultyBankRail rail;

  private StallingBank bank;
  private Partner partner;

  @BeforeEach
  void aBankThatPaysWhateverArrives() throws Exception {
    bank = new StallingBank();
    rail.connectTo(bank.port());
    rail.submitFor(VALIDITY);
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void theBankIsGone() {
    rail.connectTo(FaultyBankRail.NOWHERE);
    rail.submitFor(FaultyBankRail.USUAL_VALIDITY);
    bank.close();
    rows.assertBooksBalance();
  }

  @Test
  void whatArrivesAfterManyQuestionsIsPaidOnce() {
    String id = heldUp("late");

    bank.letArrive(id);

    assertThat(partner.finalStatus("late")).isEqualTo("termination_success");
    assertThat(bank.about(id).paid()).as("payments").isEqualTo(1);
    assertThat(bank.about(id).submissions()).as("submissions").isEqualTo(1);
    assertPaidOnceByTheBooks(id);
  }

  @Test
  void whatIsLostIsSubmittedAgainOnceItCannotArriveAnyMore() {
    String id = heldUp("lost");

    passTime(id, VALIDITY);

    assertThat(partner.finalStatus("lost")).isEqualTo("termination_success");
    bank.letArrive(id);
    assertThat(bank.about(id).refused()).as("the first comes too late").isEqualTo(1);
    assertThat(bank.about(id).paid()).as("payments").isEqualTo(1);
    assertThat(bank.about(id).submissions()).as("submissions").isEqualTo(2);
    assertPaidOnceByTheBooks(id);
  }

  @Test
  void anAgeThatIsAlmostReachedIsNotReached() {
    String id = heldUp("almost");
    passTime(id, VALIDITY.minusMinutes(5));
    int before = bank.about(id).notFound();

    eventually(() -> bank.about(id).notFound(), times -> times > before + 2);

    assertThat(bank.about(id).submissions()).as("submissions").isEqualTo(1);
    bank.letArrive(id);
    assertThat(partner.finalStatus("almost")).isEqualTo("termination_success");
    assertThat(bank.about(id).paid()).as("payments").isEqualTo(1);
  }

  /** A payout whose first submission is on its way, though its bank was asked and has nothing. */
  private String heldUp(String reference) {
    String id = partner.transfer(transferOf(reference)).path("serviceReference");
    StallingBank.Story story = bank.about(id);
    eventually(() -> story.notFound() > 1 || story.paid() > 0, done -> done);
    assertThat(story.paid()).as("submitted again, and paid").isZero();
    assertThat(story.submissions()).as("submissions").isEqualTo(1);
    return id;
  }

  /** Lets time pass for the service, and for what is on its way. */
  private void passTime(String id, Duration time) {
    bank.about(id).hold(time);
    rows.execute(
        "UPDATE payout_due SET submitted_at = submitted_at - $2 * interval '1 ms' WHERE id = $1",
        UUID.fromString(id),
        time.toMillis());
  }

  private void assertPaidOnceByTheBooks(String id) {
    assertThat(rows.transfersOf(id))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }
}
