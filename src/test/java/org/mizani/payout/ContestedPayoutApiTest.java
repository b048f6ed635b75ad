package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.PayoutBooking.Settlement;
import org.mizani.payout.PayoutManualSettlement.Verdict;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.RailCapabilities;
import org.mizani.support.JsonValues;
import org.mizani.support.LoggedLines;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.work.PodPlaces;

/** Payouts that an operator, or another pod, has while their rail is asked. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class ContestedPayoutApiTest {

  private static final Duration VISIBLE_AFTER = Duration.ofHours(1);

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject FlaggedPayouts flags;
  @Inject PendingPayouts payouts;
  @Inject PayoutSettlement settlement;
  @Inject PayoutManualSettlement byHand;
  @Inject Database database;
  @Inject PayoutSettler settler;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
  }

  @AfterEach
  void booksBalance() {
    rail.declare(new RailCapabilities(true, Duration.ZERO));
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  /** Otherwise both pods could submit it, each by an answer of its own. */
  @Test
  void aLostPayoutIsNotSubmittedAgainUnderTheLeaseOfAnotherPod() {
    rail.declare(new RailCapabilities(true, VISIBLE_AFTER));
    rail.behave(Behaviour.LOSES_ALL);
    UUID id = putOff();
    rows.execute(
        "UPDATE payout_due SET submitted_at = now() - interval '1 hour' WHERE id = $1", id);
    rail.behave(Behaviour.HOLDS_ITS_ANSWERS);
    makeDue(id);
    eventually(() -> rail.callsFor(id.toString()), isEqual(List.of("submit", "ask")));
    rows.execute(
        "UPDATE payout_due SET polls = polls + 1, next_poll_at = now() + interval '1 hour',"
            + " leased_until = now() + interval '1 hour' WHERE id = $1",
        id);

    rail.behave(Behaviour.LOSES_ALL);

    eventually(() -> PodPlaces.areFree(settler), isEqual(true));
    assertThat(rail.callsFor(id.toString())).containsExactly("submit", "ask");
    assertThat(shown(id).getString("status")).isEqualTo("termination_pending");
  }

  /** The schedule is for networks that do not know yet; it has the payout asked an hour later. */
  @ParameterizedTest
  @CsvSource({"IS_BUSY, true", "IS_AWAY, false"})
  void onlyABusyRailIsAskedBeforeTheSchedule(Behaviour behaviour, boolean soon) {
    UUID id = putOff();
    rail.behave(behaviour);

    makeDue(id);

    eventually(() -> due(id, "skipped_polls = 1"), isEqual(true));
    assertThat(due(id, "next_poll_at < now() + interval '30 minutes'")).isEqualTo(soon);
  }

  @Test
  void aPollThatBearsASettlementOutIsNoDiscrepancy() {
    rail.behave(Behaviour.HOLDS_ITS_ANSWERS);
    UUID id = create();
    eventually(() -> rail.callsFor(id.toString()), isEqual(List.of("submit")));
    assertThat(await(settlement.apply(settlement(id, PayoutStatus.SUCCESS)))).isTrue();

    rail.behave(Behaviour.PAYS);

    eventually(() -> PodPlaces.areFree(settler), isEqual(true));
    assertThat(shown(id).getString("status")).isEqualTo("termination_success");
    assertThat(shown(id).getString("discrepancyAt")).isNull();
    assertThat(shown(id).getBoolean("flagged")).isFalse();
    assertThat(rows.transfersOf(id.toString()))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }

  @Test
  void aDiscrepancyThatTwoPodsSeeIsToldOnce() {
    UUID id = putOff();
    assertThat(await(settlement.apply(settlement(id, PayoutStatus.FAILURE)))).isTrue();
    PendingPayout payout = await(payouts.find(id));

    try (LoggedLines logged = LoggedLines.listen()) {
      for (int pod = 1; pod <= 2; pod++) {
        await(flags.recordDiscrepancy(payout, PayoutStatus.FAILURE, new PayoutOutcome.Paid()));
      }

      assertThat(logged.text()).containsOnlyOnce(id.toString());
    }
    assertThat(shown(id).getString("discrepancyAt")).isNotNull();
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  @Test
  void anOperatorLearnsThatTheRailWasQuicker() {
    UUID id = putOff();
    Verdict failed = new Verdict(PayoutStatus.FAILURE, "told by the network");
    Settlement paid = settlement(id, PayoutStatus.SUCCESS);

    Uni<Void> settled =
        byHand
            .claim(id, failed)
            .call(() -> settlement.apply(paid))
            .chain(settle -> database.inTransaction(settle));

    assertThatThrownBy(() -> await(settled))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> assertThat(refusal.fault()).isEqualTo(OperatorFault.PAYOUT_FINAL));
    assertThat(shown(id).getString("status")).isEqualTo("termination_success");
    assertThat(rows.transfersOf(id.toString()))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }

  /** The audit log tells of no settlement that was not made, and of each that was. */
  @Test
  void aSettlementByHandAndItsEntryAreOneTransaction() {
    UUID id = putOff();
    Verdict failed = new Verdict(PayoutStatus.FAILURE, "told by the network");
    AtomicReference<String> seen = new AtomicReference<>();

    Uni<Void> settled =
        byHand.settle(
            id,
            failed,
            () ->
                database
                    .one(
                        "SELECT status FROM payout WHERE id = $1",
                        Tuple.of(id),
                        row -> row.getString("status"))
                    .invoke(seen::set)
                    .chain(
                        () ->
                            Uni.createFrom()
                                .<Void>failure(new IllegalStateException("the entry is refused"))));

    assertThatThrownBy(() -> await(settled)).hasMessage("the entry is refused");
    assertThat(seen).hasValue("failure");
    assertThat(shown(id).getString("status")).isEqualTo("termination_pending");
    assertThat(rows.transfersOf(id.toString())).containsExactly("hold");
  }

  /** The next tick of a pod with a place submits it. */
  @Test
  void aPayoutBeyondThePlacesOfThePodIsSubmittedOnce() {
    rail.behave(Behaviour.PAYS);
    UUID id = PodPlaces.whileTaken(settler, this::createdForAnotherPod);

    assertThat(partner.finalStatus("contested")).isEqualTo("termination_success");
    assertThat(rail.callsFor(id.toString())).containsExactly("submit");
  }

  private Settlement settlement(UUID id, PayoutStatus status) {
    PendingPayout payout = await(payouts.find(id));
    return new Settlement(payout, PayoutDecision.Settle.byHand(status, "told"), Optional.empty());
  }

  /** A payout that its network was called for, and that is due again in an hour. */
  private UUID putOff() {
    UUID id = create();
    eventually(() -> due(id, "leased_until IS NULL"), isEqual(true));
    return id;
  }

  private UUID create() {
    return UUID.fromString(partner.transfer(transferOf("contested")).path("serviceReference"));
  }

  private UUID createdForAnotherPod() {
    UUID id = create();
    assertThat(due(id, "polls = 0")).isTrue();
    assertThat(rail.callsFor(id.toString())).isEmpty();
    return id;
  }

  private void makeDue(UUID id) {
    rows.execute("UPDATE payout_due SET next_poll_at = now() WHERE id = $1", id);
  }

  private boolean due(UUID id, String condition) {
    return rows.count("SELECT count(*) FROM payout_due WHERE id = $1 AND " + condition, id) == 1;
  }

  private static JsonValues shown(UUID id) {
    return TestOperator.request().get("/operator/payouts/" + id).json();
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
