package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutManualSettlement.Verdict;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutOutcome.Paid;
import org.mizani.rail.PayoutOutcome.Returned;
import org.mizani.support.JsonValues;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts of which a rail answers that they came back. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class ReturnedPayoutApiTest {

  private static final String REFERENCE = "returned";
  private static final long WHOLE = 100_000;
  private static final int PODS = 4;

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject PayoutManualSettlement byHand;
  @Inject ContradictedPayouts contradicted;
  @Inject PendingPayouts payouts;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void booksBalance() {
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  @Test
  void aPaymentThatMayComeBackIsAskedAboutUntilItDoesAndNeverSubmittedAgain() {
    rail.answerWith(paidAskedAfter(Duration.ofHours(30)));
    UUID id = create();
    assertThat(partner.finalStatus(REFERENCE)).isEqualTo("termination_success");
    assertThat(watched(id, "next_watch_at > now() + interval '29 hours'")).isTrue();

    makeDue(id);
    eventually(() -> rail.callsFor(id(id)), isEqual(List.of("submit", "ask")));
    eventually(
        () -> watched(id, "next_watch_at > now() + interval '29 hours' AND since > now()"),
        isEqual(true));
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
    makeDue(id);
    eventually(() -> rail.callsFor(id(id)), isEqual(List.of("submit", "ask", "ask")));
    eventually(() -> watched(id, "leased_until IS NULL"), isEqual(true));
    assertThat(shown(id).getBoolean("flagged")).isFalse();
    rail.answerWith(returned(id, WHOLE));
    makeDue(id);

    eventually(() -> watched(id, "true"), isEqual(false));
    assertReturned(id);
    assertThat(rail.callsFor(id(id))).containsExactly("submit", "ask", "ask", "ask");
  }

  @Test
  void aPaymentThatTheRailKeepsIsNotAskedAboutAnyMore() {
    rail.answerWith(paidAskedAfter(Duration.ofHours(1)));
    UUID id = create();
    assertThat(partner.finalStatus(REFERENCE)).isEqualTo("termination_success");
    rail.behave(Behaviour.PAYS);

    makeDue(id);

    eventually(() -> watched(id, "true"), isEqual(false));
    assertThat(shown(id).getBoolean("flagged")).isFalse();
    assertThat(rows.transfersOf(id(id))).doesNotContain("return");
  }

  @Test
  void aPayoutThatCameBackAtOnceFailsAndIsNotSubmittedAgain() {
    UUID id = putOff();
    rail.answerWith(returned(id, WHOLE));

    rows.execute("UPDATE payout_due SET next_poll_at = now() WHERE id = $1", id);

    assertThat(partner.finalStatus(REFERENCE)).isEqualTo("termination_failure");
    assertThat(rail.callsFor(id(id))).containsExactly("submit", "ask");
    assertThat(rows.transfersOf(id(id))).containsExactlyInAnyOrder("hold", "release");
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  /** The hold of a failure by hand was given back already. */
  @ParameterizedTest
  @CsvSource({
    "SUCCESS, 100000, true, false",
    "SUCCESS, 99999, false, true",
    "FAILURE, 100000, false, false",
    "FAILURE, 99999, false, true"
  })
  void aSettlementByHandIsComparedWithTheReturn(
      PayoutStatus status, long minor, boolean credited, boolean flagged) {
    UUID id = putOff();
    await(
        byHand.settle(
            id, new Verdict(status, "told by the network"), () -> Uni.createFrom().voidItem()));
    rail.answerWith(returned(id, minor));

    makeDue(id);

    eventually(() -> watched(id, "true"), isEqual(false));
    assertThat(rows.transfersOf(id(id)).contains("return")).isEqualTo(credited);
    assertThat(shown(id).getBoolean("flagged")).isEqualTo(flagged);
    assertThat(partner.available("USD"))
        .isEqualByComparingTo(credited || status == PayoutStatus.FAILURE ? "100" : "92.09");
  }

  /** An answer may come while another pod has made the payout final. */
  @Test
  void answersThatMeetASuccessOnSeveralPodsReturnItOnce() {
    rail.behave(Behaviour.PAYS);
    UUID id = create();
    assertThat(partner.finalStatus(REFERENCE)).isEqualTo("termination_success");
    PendingPayout payout = await(payouts.find(id));

    await(
        Uni.join()
            .all(
                Collections.nCopies(
                    PODS, contradicted.compare(payout, PayoutStatus.SUCCESS, returned(id, WHOLE))))
            .andFailFast());

    assertReturned(id);
  }

  /** The network has paid another amount than was ordered, so the whole cannot be back. */
  @Test
  void aReturnOfAPaymentOfAnotherAmountIsForPeople() {
    rail.answerWith(
        new Paid(Optional.empty(), Optional.empty(), Optional.of(shillings(WHOLE + 1))));
    UUID id = create();
    assertThat(partner.finalStatus(REFERENCE)).isEqualTo("termination_success");
    PendingPayout payout = await(payouts.find(id));

    await(contradicted.compare(payout, PayoutStatus.SUCCESS, returned(id, WHOLE)));

    assertThat(rows.transfersOf(id(id))).doesNotContain("return");
    assertThat(shown(id).getString("discrepancyAt")).isNotNull();
  }

  /** A payout that its network was called for, and that is due again in an hour. */
  private UUID putOff() {
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
    UUID id = create();
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND leased_until IS NULL", id),
        isEqual(1L));
    return id;
  }

  private UUID create() {
    return UUID.fromString(partner.transfer(transferOf(REFERENCE)).path("serviceReference"));
  }

  private void assertReturned(UUID id) {
    assertThat(rows.transfersOf(id(id)))
        .containsExactlyInAnyOrder(
            "hold", "capture", "fee", "exchange", "return", "fee_refund", "exchange_return");
    assertThat(partner.available("USD")).isEqualByComparingTo(new BigDecimal("100"));
    assertThat(shown(id).getBoolean("flagged")).isFalse();
    assertThat(shown(id).getString("status")).isEqualTo("termination_success");
  }

  private void makeDue(UUID id) {
    rows.execute("UPDATE payout_watch SET next_watch_at = now() WHERE id = $1", id);
  }

  private boolean watched(UUID id, String condition) {
    return rows.count("SELECT count(*) FROM payout_watch WHERE id = $1 AND " + condition, id) == 1;
  }

  private static String id(UUID id) {
    return id.toString();
  }

  private static PayoutOutcome paidAskedAfter(Duration wait) {
    return new Paid(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(wait));
  }

  private static Returned returned(UUID id, long minor) {
    return new Returned("RETURN-" + id, shillings(minor));
  }

  private static Money shillings(long minor) {
    return new Money(CurrencyUnit.KES, minor);
  }

  private static JsonValues shown(UUID id) {
    return TestOperator.request().get("/operator/payouts/" + id).json();
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
