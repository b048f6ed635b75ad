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
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.PayoutManualSettlement.Verdict;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PauseReason;
import org.mizani.rail.guard.RailPauses;
import org.mizani.support.Defaults;
import org.mizani.support.JsonValues;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** The watch over payouts that were settled by hand, and of which their network has no trace. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class WatchedPayoutApiTest {

  /** Polls that the settlement by hand has skipped before the watch begins. */
  private static final long BY_HAND = 1;

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject Database database;
  @Inject PayoutLeases leases;
  @Inject PayoutSettlement settlement;
  @Inject PayoutWebhook webhooks;
  @Inject PayoutManualSettlement byHand;
  @Inject RailPauses pauses;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
  }

  @AfterEach
  void booksBalance() {
    rail.behave(Behaviour.PAYS);
    SwitchedSubmission.to("on");
    clearPauses();
    rows.assertBooksBalance();
  }

  /** It bears out a failure alone, and that only if the network has not sent a word about it. */
  @ParameterizedTest
  @CsvSource({"FAILURE, 0, false", "FAILURE, 1, true", "SUCCESS, 0, true"})
  void aPayoutThatTheNetworkNeverHadIsFlaggedUnlessItFailed(
      PayoutStatus status, int words, boolean flagged) {
    UUID id = putOff();
    await(settle(byHand, id, status));
    rail.behave(Behaviour.LOSES_ALL);

    rows.execute(
        "UPDATE payout_watch SET words = $2, since = now() - interval '25 hours',"
            + " next_watch_at = now() WHERE id = $1",
        id,
        words);

    eventually(() -> watches(id), isEqual(0L));
    assertThat(shown(id).getBoolean("flagged")).isEqualTo(flagged);
    assertThat(shown(id).getString("discrepancyAt")).isNull();
    assertThat(rail.callsFor(id.toString())).containsExactly("submit", "ask");
  }

  /** Otherwise a watch would end, flagged, without a question. */
  @Test
  void aWatchGoesOnAfterItsTimeWhileNetworksAreNotCalled() {
    UUID id = putOff();
    await(settle(byHand, id, PayoutStatus.FAILURE));
    SwitchedSubmission.to("off");

    endTime(id);

    eventually(() -> skipped(id), skipped -> skipped > BY_HAND);
    assertThat(rail.callsFor(id.toString())).containsExactly("submit");
    rail.behave(Behaviour.DECLINES);
    SwitchedSubmission.to("on");
    eventually(() -> watches(id), isEqual(0L));
    assertThat(rail.callsFor(id.toString())).containsExactly("submit", "ask");
    assertThat(shown(id).getBoolean("flagged")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = PauseReason.class,
      names = {"CREDENTIALS", "INITIATOR"})
  void aWatchGoesOnAfterItsTimeWhileItsNetworkIsNotAsked(PauseReason reason) {
    UUID id = putOff();
    await(settle(byHand, id, PayoutStatus.FAILURE));
    pauseRail(reason);

    endTime(id);

    eventually(() -> skipped(id), skipped -> skipped > BY_HAND);
    assertThat(rail.callsFor(id.toString())).containsExactly("submit");
    assertThat(shown(id).getBoolean("flagged")).isFalse();
    rail.behave(Behaviour.DECLINES);
    clearPauses();
    endTime(id);
    eventually(() -> watches(id), isEqual(0L));
    assertThat(rail.callsFor(id.toString())).containsExactly("submit", "ask");
    assertThat(shown(id).getBoolean("flagged")).isFalse();
  }

  /** The question met the refusal for which the network pauses, and got no answer. */
  @Test
  void aWatchGoesOnAfterItsTimeWhereItsQuestionBeginsThePause() {
    UUID id = putOff();
    await(settle(byHand, id, PayoutStatus.FAILURE));
    rail.behave(Behaviour.REFUSES_OUR_CREDENTIAL);

    endTime(id);

    eventually(() -> skipped(id), skipped -> skipped > BY_HAND);
    assertThat(shown(id).getBoolean("flagged")).isFalse();
    rail.behave(Behaviour.DECLINES);
    clearPauses();
    endTime(id);
    eventually(() -> watches(id), isEqual(0L));
    assertThat(rail.callsFor(id.toString())).containsExactly("submit", "ask", "ask");
    assertThat(shown(id).getBoolean("flagged")).isFalse();
  }

  /** Its network was not asked, and may need its time to answer, as by a callback. */
  @Test
  void aWatchThatMetAPauseGetsItsTimeAnewThoughThePauseIsClearedMeanwhile() {
    UUID id = putOff();
    await(settle(byHand, id, PayoutStatus.FAILURE));
    rail.behave(Behaviour.WAS_PAUSING);

    endTime(id);

    eventually(() -> skipped(id), skipped -> skipped > BY_HAND);
    assertThat(shown(id).getBoolean("flagged")).isFalse();
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
    rows.execute("UPDATE payout_watch SET next_watch_at = now() WHERE id = $1", id);
    eventually(() -> rail.callsFor(id.toString()), isEqual(List.of("submit", "ask", "ask")));
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_watch WHERE id = $1 AND leased_until IS NULL", id),
        isEqual(1L));
    assertThat(shown(id).getBoolean("flagged")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = PauseReason.class,
      names = {"OUT_OF_FUNDS", "OPERATOR"})
  void aPauseOfSubmissionsAloneLetsAWatchAsk(PauseReason reason) {
    UUID id = putOff();
    await(settle(byHand, id, PayoutStatus.FAILURE));
    rail.behave(Behaviour.DECLINES);
    pauseRail(reason);

    endTime(id);

    eventually(() -> watches(id), isEqual(0L));
    assertThat(rail.callsFor(id.toString())).containsExactly("submit", "ask");
    assertThat(shown(id).getBoolean("flagged")).isFalse();
  }

  private void pauseRail(PauseReason reason) {
    rows.execute(
        "INSERT INTO rail_pause (rail, reason) VALUES ($1, $2) ON CONFLICT (rail, reason)"
            + " DO UPDATE SET paused_at = now(), cleared_at = NULL",
        rail.name(),
        reason.code());
    await(pauses.look());
  }

  private void clearPauses() {
    rows.execute(
        "UPDATE rail_pause SET cleared_at = now() WHERE rail = $1 AND cleared_at IS NULL",
        rail.name());
    await(pauses.look());
  }

  /** Ends the time of a watch, which is due then. */
  private void endTime(UUID id) {
    rows.execute(
        "UPDATE payout_watch SET since = now() - interval '25 hours', next_watch_at = now()"
            + " WHERE id = $1",
        id);
  }

  private long skipped(UUID id) {
    return rows.count(
        "SELECT coalesce(max(skipped_polls), 0)::bigint FROM payout_watch WHERE id = $1", id);
  }

  /** A word would have a payout flagged that its network never had. */
  @Test
  void aClearedFlagIsNoWordOfTheNetwork() {
    UUID id = putOff();
    rows.execute("UPDATE payout SET flagged = true, flagged_at = now() WHERE id = $1", id);
    await(settle(byHand, id, PayoutStatus.FAILURE));

    TestOperator.request()
        .body(Map.of("flaggedAt", shown(id).getString("flaggedAt"), "reason", "it was overdue"))
        .post("/operator/payouts/" + id + "/clear-flag")
        .succeeded();

    assertThat(rows.count("SELECT words FROM payout_watch WHERE id = $1", id)).isZero();
    assertThat(shown(id).getBoolean("flagged")).isFalse();
  }

  /** However the watch ends: borne out, denied, or undecided. */
  @ParameterizedTest
  @CsvSource({"DECLINES, 0", "PAYS, 0", "DOES_NOT_KNOW_YET, 25"})
  void theIdsOfItsQuestionsAreKept(Behaviour behaviour, int hours) {
    UUID id = putOff();
    rows.execute("UPDATE payout_due SET network_ids = '{submission}' WHERE id = $1", id);
    assertThat(shown(id).<String>getList("networkIds")).containsExactly("submission");
    await(settle(byHand, id, PayoutStatus.FAILURE));
    assertThat(shown(id).<String>getList("networkIds")).containsExactly("submission");
    rail.behave(behaviour);

    rows.execute(
        "UPDATE payout_watch SET network_ids = network_ids || 'question'::text,"
            + " since = now() - $2 * interval '1 hour', next_watch_at = now() WHERE id = $1",
        id,
        hours);

    eventually(() -> watches(id), isEqual(0L));
    assertThat(
            rows.execute("SELECT network_ids FROM payout WHERE id = $1", id)
                .get(0)
                .getArrayOfStrings(0))
        .containsExactly("submission", "question");
    assertThat(shown(id).<String>getList("networkIds")).containsExactly("submission", "question");
  }

  @Test
  void aSettingEndsTheWatchWithTheSettlement() {
    PayoutManualSettlement watchless =
        new PayoutManualSettlement(
            database,
            leases,
            settlement,
            webhooks,
            Defaults.with(
                PayoutConfig.class, Map.of("payments.payout.settlement.watch-by-hand-for", "0s")));
    UUID watched = putOff();
    UUID unwatched = putOff();

    await(settle(byHand, watched, PayoutStatus.FAILURE));
    await(settle(watchless, unwatched, PayoutStatus.FAILURE));

    assertThat(watches(watched)).isOne();
    assertThat(watches(unwatched)).isZero();
    assertThat(shown(unwatched).getString("status")).isEqualTo("termination_failure");
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  private static Uni<Void> settle(PayoutManualSettlement by, UUID id, PayoutStatus status) {
    return by.settle(
        id, new Verdict(status, "told by the network"), () -> Uni.createFrom().voidItem());
  }

  /** A payout that its network was called for, and that is due again in an hour. */
  private UUID putOff() {
    UUID id =
        UUID.fromString(
            partner.transfer(transferOf(UUID.randomUUID().toString())).path("serviceReference"));
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND leased_until IS NULL", id),
        isEqual(1L));
    return id;
  }

  private long watches(UUID id) {
    return rows.count("SELECT count(*) FROM payout_watch WHERE id = $1", id);
  }

  private static JsonValues shown(UUID id) {
    return TestOperator.request().get("/operator/payouts/" + id).json();
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
