package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.PayoutBooking.Settlement;
import org.mizani.payout.PayoutDecision.ByHand;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PayoutOutcome;
import org.mizani.support.JsonValues;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.work.Lease;
import org.mizani.work.Leases;

/**
 * Settlements by an operator beside outcomes of the rail: no payout is paid twice, and each
 * discrepancy is reported.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class SettledByHandApiTest {

  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final String FAILURE = "termination_failure";
  private static final String SUCCESS = "termination_success";
  private static final String PENDING = "termination_pending";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject FlaggedPayouts overdue;
  @Inject PendingPayouts payouts;
  @Inject PayoutLeases payoutLeases;
  @Inject PayoutSettlement settlement;
  @Inject Database database;
  @Inject PayoutConfig config;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aPayoutUnderPollIsNotSettledByHand() {
    rail.behave(Behaviour.HOLDS_ITS_ANSWERS);
    String id = create();
    eventually(() -> rail.callsFor(id), calls -> !calls.isEmpty());

    Response refused = settle(id, FAILURE);

    assertRefused(refused, 409, "payout is being settled");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
    assertThat(shown(id).getString("status")).isEqualTo(PENDING);
    assertThat(shown(id).getList("timeline.event")).doesNotContain("operator_action");
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
    eventually(() -> settle(id, FAILURE).statusCode(), status -> status == 200);
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  @Test
  void aPayoutClaimedByHandIsNotPolled() {
    String id = postponed();
    Lease stale = new Lease(UUID.fromString(id), (int) rows.pollsOf(id));
    Leases leases = PayoutLeases.leases(database, config);

    PendingPayout claimed = await(payoutLeases.claimByHand(stale.id(), LEASE)).orElseThrow();
    await(leases.postpone(stale, Duration.ZERO));

    assertThat(await(payoutLeases.claim(500, LEASE)))
        .extracting(PendingPayout::serviceReference)
        .doesNotContain(stale.id());
    assertThat(await(payoutLeases.claimByHand(stale.id(), LEASE))).as("another operator").isEmpty();
    assertThat(claimed.calls()).as("the operator called no rail").isEqualTo(1);
    makeDue(id);
    eventually(() -> rail.callsFor(id), List.of("submit", "ask")::equals);
  }

  @Test
  void anUnsubmittedPayoutIsSubmittedAfterAClaimByHand() {
    String id = postponed();
    rows.execute("UPDATE payout_due SET skipped_polls = polls WHERE id = $1", UUID.fromString(id));

    await(payoutLeases.claimByHand(UUID.fromString(id), LEASE));
    makeDue(id);

    eventually(() -> rail.callsFor(id), List.of("submit", "submit")::equals);
  }

  @Test
  void anExpiredClaimByHandSettlesNoPayout() {
    String id = postponed();
    PendingPayout claimed =
        await(payoutLeases.claimByHand(UUID.fromString(id), LEASE)).orElseThrow();
    makeDue(id);
    eventually(() -> rail.callsFor(id).size(), calls -> calls == 2);

    Boolean applied =
        await(
            settlement.apply(
                new Settlement(
                    claimed,
                    PayoutDecision.Settle.byHand(PayoutStatus.FAILURE, "seen"),
                    Optional.empty(),
                    Optional.of(new ByHand(claimed.polls(), Optional.empty())))));

    assertThat(applied).isFalse();
    assertThat(shown(id).getString("status")).isEqualTo(PENDING);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPaymentAfterAFailureByHandIsReportedOnce(boolean overdueBefore) {
    String id = postponed();
    rows.execute(
        "UPDATE payout SET flagged = $2, flagged_at = created_at WHERE id = $1",
        UUID.fromString(id),
        overdueBefore);
    int before = discrepancies();
    assertThat(settle(id, FAILURE).statusCode()).isEqualTo(200);
    assertThat(shown(id).getString("nextWatchAt")).isNotNull();
    rail.behave(Behaviour.PAYS);

    try (LoggedLines logged = LoggedLines.listen()) {
      watchNow(id);
      eventually(() -> shown(id).getString("discrepancyAt"), at -> at != null);
      eventually(logged::text, text -> text.contains(id));
      assertThat(logged.text().split(id, -1)).as("told once").hasSize(2);
    }

    JsonValues shown = shown(id);
    assertThat(shown.getString("status")).isEqualTo(FAILURE);
    assertThat(shown.getBoolean("flagged")).isTrue();
    assertThat(shown.getString("nextWatchAt")).as("there is no more to learn").isNull();
    assertThat(shown.<String>getList("timeline.event"))
        .startsWith("created", "held", "operator_action", "settled", "released")
        .endsWith("discrepancy");
    assertThat(listed("true")).contains(id);
    assertThat(discrepancies()).isEqualTo(before + 1);
    assertThat(rail.callsFor(id)).as("nothing is submitted").containsExactly("submit", "ask");
    assertThat(rows.transfersOf(id)).containsExactlyInAnyOrder("hold", "release");
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  @Test
  void aFailureByTheRailTooEndsTheWatch() {
    String id = postponed();
    settle(id, FAILURE);
    rail.behave(Behaviour.DECLINES);

    watchNow(id);

    eventually(() -> shown(id).getString("nextWatchAt"), at -> at == null);
    assertThat(shown(id).getString("discrepancyAt")).isNull();
    assertThat(shown(id).getBoolean("flagged")).isFalse();
  }

  @Test
  void unknownOutcomesAreWatchedForADay() {
    String id = postponed();
    settle(id, FAILURE);

    watchNow(id);
    eventually(() -> rail.callsFor(id), List.of("submit", "ask")::equals);
    eventually(() -> minutesToNextWatch(id), minutes -> minutes > 50);
    rows.execute(
        "UPDATE payout_watch SET since = now() - interval '23 hours 50 minutes' WHERE id = $1",
        UUID.fromString(id));
    watchNow(id);
    eventually(() -> minutesToNextWatch(id), minutes -> minutes > 8 && minutes < 11);
    rows.execute(
        "UPDATE payout_watch SET since = now() - interval '25 hours' WHERE id = $1",
        UUID.fromString(id));
    watchNow(id);

    eventually(() -> shown(id).getString("nextWatchAt"), at -> at == null);
    assertThat(rail.callsFor(id)).containsExactly("submit", "ask", "ask", "ask");
    assertThat(shown(id).getBoolean("flagged")).as("nobody could tell").isTrue();
  }

  /** A later callback of the network names it. */
  @Test
  void theIdThatTheLastQuestionOfAWatchIsAcknowledgedUnderIsKept() {
    String id = postponed();
    settle(id, FAILURE);
    rail.answerWith(new PayoutOutcome.Accepted(Optional.of("first")));
    watchNow(id);
    eventually(() -> minutesToNextWatch(id), minutes -> minutes > 50);
    rows.execute(
        "UPDATE payout_watch SET since = now() - interval '25 hours' WHERE id = $1",
        UUID.fromString(id));
    rail.answerWith(new PayoutOutcome.Accepted(Optional.of("last")));

    watchNow(id);

    eventually(() -> shown(id).getString("nextWatchAt"), at -> at == null);
    assertThat(rail.callsFor(id)).containsExactly("submit", "ask", "ask");
    assertThat(
            rows.execute(
                    "SELECT array_to_string(network_ids, ' ') AS ids FROM payout WHERE id = $1",
                    UUID.fromString(id))
                .get(0)
                .getString("ids"))
        .isEqualTo("first last");
  }

  @Test
  void aNotFoundOutcomeConfirmsAFailureByHand() {
    String id = postponed();
    settle(id, FAILURE);
    rail.behave(Behaviour.LOSES_ALL);
    rows.execute(
        "UPDATE payout_watch SET since = now() - interval '25 hours' WHERE id = $1",
        UUID.fromString(id));

    watchNow(id);

    eventually(() -> shown(id).getString("nextWatchAt"), at -> at == null);
    assertThat(rail.callsFor(id)).as("nothing is submitted").containsExactly("submit", "ask");
    assertThat(shown(id).getBoolean("flagged")).isFalse();
  }

  @Test
  void aSuccessByHandOfWhichTheRailCannotTellIsFlagged() {
    String id = postponed();
    settle(id, SUCCESS);
    rows.execute(
        "UPDATE payout_watch SET since = now() - interval '25 hours' WHERE id = $1",
        UUID.fromString(id));

    watchNow(id);

    eventually(() -> shown(id).getString("nextWatchAt"), at -> at == null);
    assertThat(rail.callsFor(id)).containsExactly("submit", "ask");
    assertThat(shown(id).getBoolean("flagged")).isTrue();
    assertThat(shown(id).getString("discrepancyAt")).isNull();
    assertThat(shown(id).getString("status")).isEqualTo(SUCCESS);
  }

  @ParameterizedTest
  @CsvSource({"PAYS,false", "DECLINES,true"})
  void aSuccessByHandIsWatchedToo(Behaviour answer, boolean discrepancy) {
    String id = postponed();
    assertThat(settle(id, SUCCESS).statusCode()).isEqualTo(200);
    rail.behave(answer);

    watchNow(id);

    eventually(() -> shown(id).getString("nextWatchAt"), at -> at == null);
    assertThat(shown(id).getString("status")).isEqualTo(SUCCESS);
    assertThat(shown(id).getString("discrepancyAt") != null).isEqualTo(discrepancy);
    assertThat(shown(id).getBoolean("flagged")).isEqualTo(discrepancy);
    assertThat(rows.transfersOf(id))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }

  @Test
  void aPollThatContradictsASettlementIsRecorded() {
    rail.behave(Behaviour.HOLDS_ITS_ANSWERS);
    String id = create();
    eventually(() -> rail.callsFor(id), calls -> !calls.isEmpty());

    Boolean applied = await(settlement.apply(settlement(id, PayoutStatus.FAILURE)));

    assertThat(applied).isTrue();
    rail.behave(Behaviour.PAYS);
    eventually(() -> shown(id).getString("discrepancyAt"), at -> at != null);
    assertThat(shown(id).getString("status")).isEqualTo(FAILURE);
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofTwoDecisionsInOneStatementThePaymentCounts(boolean paymentFirst) {
    String id = postponed();
    List<PayoutStatus> decisions =
        paymentFirst
            ? List.of(PayoutStatus.SUCCESS, PayoutStatus.FAILURE)
            : List.of(PayoutStatus.FAILURE, PayoutStatus.SUCCESS);

    List<Boolean> applied =
        await(
            settlement.run(
                decisions.stream().map(status -> settlement(id, status)).toList(), PATIENCE));

    assertThat(applied).containsExactly(paymentFirst, !paymentFirst);
    assertThat(shown(id).getString("status")).isEqualTo(SUCCESS);
    assertThat(rows.transfersOf(id))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }

  @Test
  void anUnreadablePayoutWaitsAndIsSettledByHand() {
    String id = postponed();
    rows.execute(
        "UPDATE payout_detail SET parties_encrypted = '\\x00' WHERE payout_id = $1",
        UUID.fromString(id));
    int calls = rail.callsFor(id).size();
    makeDue(id);
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND skipped_polls = 1"
                    + " AND leased_until IS NULL AND next_poll_at > now()",
                UUID.fromString(id)),
        waiting -> waiting == 1);

    Response settled = settle(id, FAILURE);

    assertThat(settled.statusCode()).as(settled.asString()).isEqualTo(200);
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    watchNow(id);
    eventually(() -> minutesToNextWatch(id), minutes -> minutes > 50);
    assertThat(rail.callsFor(id)).hasSize(calls);
  }

  private Settlement settlement(String id, PayoutStatus status) {
    PendingPayout payout = await(payouts.find(UUID.fromString(id)));
    return new Settlement(payout, PayoutDecision.Settle.byHand(status, "told"), Optional.empty());
  }

  /** A payout with an unknown outcome, which is due again in an hour. */
  private String postponed() {
    String id = create();
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND leased_until IS NULL",
                UUID.fromString(id)),
        put -> put == 1);
    return id;
  }

  private String create() {
    Response created = partner.transfer(transferOf("by hand"));
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return created.path("serviceReference");
  }

  private void makeDue(String id) {
    rows.execute("UPDATE payout_due SET next_poll_at = now() WHERE id = $1", UUID.fromString(id));
  }

  private void watchNow(String id) {
    rows.execute(
        "UPDATE payout_watch SET next_watch_at = now() WHERE id = $1", UUID.fromString(id));
  }

  /** The minutes until the rail is queried again. */
  private long minutesToNextWatch(String id) {
    return rows.count(
        "SELECT (extract(epoch FROM next_watch_at - now()) / 60)::bigint FROM payout_watch"
            + " WHERE id = $1",
        UUID.fromString(id));
  }

  private static Response settle(String id, String status) {
    return TestOperator.request()
        .body(Map.of("status", status, "reason", "told by the network"))
        .post("/operator/payouts/" + id + "/settle");
  }

  private static JsonValues shown(String id) {
    return TestOperator.request().get("/operator/payouts/" + id).json();
  }

  private static List<String> listed(String flagged) {
    return TestOperator.request()
        .queryParam("flagged", flagged)
        .get("/operator/payouts")
        .path("items.serviceReference");
  }

  private int discrepancies() {
    await(overdue.flagOverdue());
    return given()
        .get("/q/metrics")
        .asString()
        .lines()
        .filter(line -> line.startsWith("payments_payout_discrepancies"))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
