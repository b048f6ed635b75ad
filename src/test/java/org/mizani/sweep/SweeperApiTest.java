package org.mizani.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.sweep.SweptBusiness.PHONE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.AloneProfile;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.database.Database;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.TestRails;
import org.mizani.rail.guard.SubmissionSwitch;
import org.mizani.rail.guard.TestSubmission;
import org.mizani.support.LoggedLines;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.sweep.SweepRuns.Outcome;

/** Nightly sweeps of collection wallets. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class SweeperApiTest {

  private static final String SILENT_PHONE = "+254712345692";
  private static final String TANZANIAN_PHONE = "+255754000001";

  @Inject Sweeper sweeper;
  @Inject SweepRuns runs;
  @Inject PayoutRouter rails;
  @Inject SubmissionSwitch submission;
  @Inject Database database;
  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;

  @BeforeEach
  void noOtherSweeps() {
    rows.execute("UPDATE sweep SET enabled = false");
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void holdsTheSweptAmountUntilTheRailAnswers() {
    SweptBusiness business =
        SweptBusiness.register().topUp("KES", "1500.75").sweepTo("KES", SILENT_PHONE, 1000);
    ElapsedDays.pass(rows, 1);

    sweep();

    assertThat(business.wallet("holding")).isEqualTo("1500");
    assertThat(business.wallet("available")).isEqualTo("0.75");
  }

  /** After a restore the wallet may hold funds that the network has paid out already. */
  @Test
  void noRunBeginsWhileNothingIsSubmitted() {
    SweptBusiness business =
        SweptBusiness.register().topUp("KES", "1500").sweepTo("KES", SILENT_PHONE, 1000);
    ElapsedDays.pass(rows, 1);
    SwitchedSubmission.to("ask-only");
    try {
      sweep();
      assertThat(business.payouts()).isEmpty();
      assertThat(business.wallet("available")).isEqualTo("1500");
    } finally {
      SwitchedSubmission.to("on");
    }

    sweep();

    assertThat(business.payouts()).hasSize(1);
  }

  @Test
  void noFurtherRunBeginsOnceSubmissionsAreHeld() {
    // Given
    List<SweptBusiness> businesses =
        IntStream.range(0, 2)
            .mapToObj(i -> SweptBusiness.register().topUp("KES", "700").sweepTo("KES", PHONE, 1))
            .toList();
    ElapsedDays.pass(rows, 1);
    AtomicInteger looks = new AtomicInteger();
    // The pod reads the switch once, and looks at it for the tick, for one run, and for the next.
    SubmissionSwitch heldSoon =
        TestSubmission.readOnce(
            database, () -> looks.getAndIncrement() < 3 ? 0 : Duration.ofHours(1).toNanos());

    // When
    new Sweeper(runs, rails, new PendingSweepRuns(), heldSoon).sweepDue().await().atMost(PATIENCE);

    // Then
    assertThat(businesses)
        .extracting(business -> business.payouts().size())
        .containsExactlyInAnyOrder(1, 0);
    sweep();
    assertThat(businesses).extracting(business -> business.payouts().size()).containsOnly(1);
  }

  @Test
  void paysWholeUnitsOfTheBalanceToAPhone() {
    // Given
    SweptBusiness business =
        SweptBusiness.register().topUp("KES", "1500.75").sweepTo("KES", PHONE, 1000);
    ElapsedDays.pass(rows, 1);

    // When
    sweep();

    // Then
    Map<String, Object> night = business.lastRun();
    assertThat(night).containsEntry("amount", 1500).containsEntry("status", "termination_success");
    String reference = night.get("serviceReference").toString();
    assertThat(rows.transfersOf(reference)).containsExactly("hold", "capture");
    assertThat(business.wallet("available")).isEqualTo("0.75");
    assertThat(business.wallet("holding")).isEqualTo("0");
    assertThat(business.statement("KES"))
        .contains(",hold,sweep of " + night.get("dueAt").toString().substring(0, 10) + ",");
    assertThat(business.payouts())
        .singleElement()
        .satisfies(
            payout ->
                assertThat(payout)
                    .containsEntry("serviceReference", reference)
                    .containsEntry("businessReference", "")
                    .containsEntry("sweepDueAt", night.get("dueAt"))
                    .containsEntry("fee", 0)
                    .containsEntry("recipient", "***678"));
    assertThat(foundByRecipient()).contains(reference);
  }

  private static List<String> foundByRecipient() {
    Instant now = Instant.now();
    return TestOperator.request()
        .queryParam("from", now.minus(Duration.ofDays(1)).toString())
        .queryParam("to", now.plus(Duration.ofDays(1)).toString())
        .queryParam("limit", 500)
        .body(Map.of("channel", "mobile", "number", PHONE))
        .post("/operator/payouts/search")
        .succeeded()
        .path("items.serviceReference");
  }

  @Test
  void paysABankAccountToTheCent() {
    SweptBusiness business =
        SweptBusiness.register()
            .topUp("KES", "1500.75")
            .putSweep(
                Map.of(
                    "currency", "KES",
                    "channel", "bank",
                    "receiverBankCode", "01",
                    "receiverAccountNumber", "1100000001"),
                1);
    ElapsedDays.pass(rows, 1);

    sweep();

    assertThat(business.lastRun()).containsEntry("status", "termination_success");
    assertThat(business.wallet("available")).isEqualTo("0");
  }

  @Test
  void concurrentAndRepeatedRunsSweepANightOnce() {
    // Given
    SweptBusiness business = SweptBusiness.register().topUp("KES", "700").sweepTo("KES", PHONE, 1);
    ElapsedDays.pass(rows, 1);
    DueSweep due = dueSweepOf(business);
    PayoutRail rail = rails.railFor(Country.KE, Channel.MOBILE).orElseThrow();

    // When
    List<Outcome> outcomes =
        await(
            Uni.join()
                .all(IntStream.range(0, 12).mapToObj(i -> runs.sweep(due, rail)).toList())
                .andFailFast());
    business.topUp("KES", "50");
    sweep();

    // Then
    assertThat(outcomes).containsOnlyOnce(Outcome.SWEPT).contains(Outcome.NOT_OURS);
    assertThat(business.payouts()).hasSize(1);
    assertThat(business.wallet("available")).isEqualTo("50");
  }

  @Test
  void aLockedWalletIsSweptLaterAndHoldsUpNoOther() {
    // Given
    List<SweptBusiness> businesses =
        IntStream.range(0, 3)
            .mapToObj(i -> SweptBusiness.register().topUp("KES", "700").sweepTo("KES", PHONE, 1))
            .toList();
    ElapsedDays.pass(rows, 1);
    SqlConnection session = await(pool.getConnection());
    await(session.query(PatientPool.BEGIN).execute());
    await(
        session
            .preparedQuery(
                "SELECT 1 FROM wallet JOIN business b ON b.id = business_id"
                    + " WHERE b.public_id = $1 FOR NO KEY UPDATE OF wallet")
            .execute(Tuple.of(UUID.fromString(businesses.get(1).id()))));

    // When
    sweep();
    await(session.query("COMMIT").execute());
    await(session.close());

    // Then
    assertThat(businesses).extracting(b -> b.payouts().size()).containsExactly(1, 0, 1);
    sweep();
    assertThat(businesses.get(1).payouts()).hasSize(1);
  }

  @Test
  void missedNightsAreMadeUpForOnce() {
    // Given
    SweptBusiness business = SweptBusiness.register().topUp("KES", "700").sweepTo("KES", PHONE, 1);
    ElapsedDays.pass(rows, 5);

    // When
    sweep();
    business.topUp("KES", "300");
    sweep();

    // Then
    assertThat(business.payouts()).hasSize(1);
    assertThat(business.wallet("available")).isEqualTo("300");
  }

  @Test
  void aBalanceBelowTheMinimumSkipsTheNight() {
    // Given
    SweptBusiness business =
        SweptBusiness.register().topUp("KES", "999.99").sweepTo("KES", PHONE, 1000);
    ElapsedDays.pass(rows, 1);
    sweep();
    business.topUp("KES", "500");

    // When
    sweep();

    // Then
    assertThat(business.payouts()).isEmpty();
    assertThat(business.lastRun()).containsEntry("serviceReference", null);

    // When
    ElapsedDays.pass(rows, 1);
    sweep();

    // Then
    assertThat(business.lastRun()).containsEntry("amount", 1499);
  }

  @Test
  void aBusinessWithoutCollectionsIsNotSwept() {
    SweptBusiness business = SweptBusiness.register().sweepTo("KES", PHONE, 1);
    ElapsedDays.pass(rows, 1);

    sweep();

    assertThat(business.payouts()).isEmpty();
    assertThat(business.lastRun()).containsEntry("serviceReference", null);
  }

  @Test
  void aFailedSweepIsReleasedForTheNextNight() {
    // Given
    SweptBusiness business =
        SweptBusiness.register().topUp("KES", "700").sweepTo("KES", "+254712345691", 1);
    ElapsedDays.pass(rows, 1);

    // When
    sweep();

    // Then
    assertThat(business.lastRun()).containsEntry("status", "termination_failure");
    assertThat(business.wallet("available")).isEqualTo("700");

    // When
    business.sweepTo("KES", PHONE, 1);
    ElapsedDays.pass(rows, 1);
    sweep();

    // Then
    assertThat(business.lastRun()).containsEntry("status", "termination_success");
    assertThat(business.wallet("available")).isEqualTo("0");
  }

  @Test
  void keepsWithinTheLimitsOfTheCorridor() {
    // Given
    SweptBusiness rich =
        SweptBusiness.register().topUp("TZS", "25000").sweepTo("TZS", TANZANIAN_PHONE, 1);
    SweptBusiness poor =
        SweptBusiness.register().topUp("TZS", "499").sweepTo("TZS", TANZANIAN_PHONE, 1);
    ElapsedDays.pass(rows, 1);

    // When
    sweep();

    // Then
    assertThat(rich.lastRun()).containsEntry("amount", 10000);
    assertThat(rich.wallet("available")).isEqualTo("15000");
    assertThat(poor.payouts()).isEmpty();
  }

  @Test
  void comparesTheMinimumWithTheWholeBalance() {
    // Given: more than the corridor pays at once, and a wallet above its minimum by cents only
    SweptBusiness rich =
        SweptBusiness.register().topUp("TZS", "25000").sweepTo("TZS", TANZANIAN_PHONE, 20000);
    SweptBusiness exact =
        SweptBusiness.register()
            .topUp("KES", "1000.75")
            .putSweep(phoneOf("KES", PHONE), new BigDecimal("1000.50"));
    ElapsedDays.pass(rows, 1);

    // When
    sweep();

    // Then
    assertThat(rich.lastRun()).containsEntry("amount", 10000);
    assertThat(exact.lastRun()).containsEntry("amount", 1000);
  }

  @Test
  void sweepsAgainAtALaterTimeOfTheDay() {
    // Given: swept, and then set to a later time, which has come by now
    SweptBusiness business =
        SweptBusiness.register()
            .topUp("KES", "700")
            .putSweep(with(phoneOf("KES", PHONE), "time", earlier(30)), 1);
    ElapsedDays.pass(rows, 1);
    sweep();
    business.topUp("KES", "300").sweepTo("KES", PHONE, 1);
    rows.execute("UPDATE sweep SET counts_from = counts_from - interval '10 minutes'");

    // When
    sweep();

    // Then
    assertThat(business.payouts()).hasSize(2);
    assertThat(business.lastRun()).containsEntry("amount", 300);
  }

  @Test
  void waitsWhileTheBusinessIsSuspended() {
    // Given
    SweptBusiness business =
        SweptBusiness.register()
            .topUp("KES", "700")
            .sweepTo("KES", PHONE, 1)
            .update(Map.of("suspended", true));
    ElapsedDays.pass(rows, 1);
    sweep();
    assertThat(business.payouts()).isEmpty();

    // When
    business.update(Map.of("suspended", false));
    sweep();

    // Then
    assertThat(business.lastRun()).containsEntry("amount", 700);
  }

  @Test
  void skipsNightsBeforeEnablingOrChangeOfTime() {
    // Given
    SweptBusiness business = SweptBusiness.register().topUp("KES", "700").sweepTo("KES", PHONE, 1);
    sweep();
    assertThat(business.payouts()).isEmpty();
    assertThat(Instant.parse(business.sweep().get("nextAt").toString()))
        .isBetween(
            Instant.now().plus(23, ChronoUnit.HOURS), Instant.now().plus(1, ChronoUnit.DAYS));
    Map<String, Object> phone = phoneOf("KES", PHONE);

    // When
    disable(business, phone);
    ElapsedDays.pass(rows, 3);
    sweep();
    business.putSweep(phone, 1);
    sweep();
    assertThat(business.payouts()).isEmpty();
    ElapsedDays.pass(rows, 1);
    business.putSweep(with(phone, "time", earlier(7)), 1);
    sweep();

    // Then
    assertThat(business.payouts()).isEmpty();
  }

  @Test
  void anOutdatedVersionOfASweepIsNotRun() {
    // Given
    SweptBusiness business =
        SweptBusiness.register().topUp("KES", "700").sweepTo("KES", "+254712345691", 1);
    ElapsedDays.pass(rows, 1);
    DueSweep before = dueSweepOf(business);
    business.sweepTo("KES", PHONE, 1);

    // When
    Outcome outcome =
        await(runs.sweep(before, rails.railFor(Country.KE, Channel.MOBILE).orElseThrow()));

    // Then
    assertThat(outcome).isEqualTo(Outcome.NOT_OURS);
    assertThat(business.payouts()).isEmpty();
  }

  /** Otherwise a pod that dies would leave all payouts of a night that it has claimed to people. */
  @Test
  void aSweepIsSubmittedAtMostOnceWhereItsNetworkWouldPayAgain() {
    SweptBusiness business = SweptBusiness.register().topUp("KES", "700").sweepTo("KES", PHONE, 1);
    ElapsedDays.pass(rows, 1);

    Outcome outcome = await(runs.sweep(dueSweepOf(business), TestRails.atMostOnce(Country.KE)));

    assertThat(outcome).isEqualTo(Outcome.SWEPT);
    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_due d JOIN business b ON b.id = d.business_id"
                    + " WHERE b.public_id = $1 AND d.at_most_once",
                UUID.fromString(business.id())))
        .isEqualTo(1);
  }

  @Test
  void blockedSweepsAreReportedOnceAndDelayNoOther() {
    // Given: pages of two, and no rail to Tanzania
    List<SweptBusiness> waiting =
        IntStream.range(0, 3)
            .mapToObj(i -> SweptBusiness.register().topUp("TZS", "5000"))
            .map(business -> business.sweepTo("TZS", TANZANIAN_PHONE, 1))
            .toList();
    SweptBusiness business = SweptBusiness.register().topUp("KES", "700").sweepTo("KES", PHONE, 1);
    rows.execute(
        "UPDATE sweep SET destination_encrypted = 'x' WHERE business_id ="
            + " (SELECT id FROM business WHERE public_id = $1)",
        UUID.fromString(waiting.get(0).id()));
    ElapsedDays.pass(rows, 1);
    Sweeper kenyan =
        new Sweeper(
            runs,
            TestRails.routerOf(TestRails.without(Country.KE)),
            new PendingSweepRuns(),
            submission);

    // When
    String logged;
    try (LoggedLines lines = LoggedLines.listen()) {
      await(kenyan.sweepDue());
      await(kenyan.sweepDue());
      logged = lines.text();
    }

    // Then
    assertThat(business.payouts()).hasSize(1);
    assertThat(waiting).allSatisfy(other -> assertThat(other.payouts()).isEmpty());
    assertThat(logged.lines().filter(line -> line.contains("waits:"))).hasSize(3);
    assertThat(waiting.get(0).sweep())
        .containsEntry("recipient", "***")
        .containsEntry("holder", "");
    waiting.get(0).sweepTo("TZS", TANZANIAN_PHONE, 1);
    assertThat(waiting.get(0).sweep()).containsEntry("recipient", "***001");
  }

  @Test
  void partnersSeeNoPayoutOfASweep() {
    // Given
    TestPartners.Partner partner = partners.create(Map.of());
    SweptBusiness business =
        new SweptBusiness(partner.request().get("/business/balance").path("businessId"))
            .update(Map.of("callbackUrl", "http://127.0.0.1:1/never"))
            .topUp("KES", "700")
            .sweepTo("KES", PHONE, 1);
    ElapsedDays.pass(rows, 1);

    // When
    sweep();
    Object swept = business.lastRun().get("serviceReference");

    // Then
    List<Object> listed =
        partner.request().get("/business/transactions?from=2020-01-01&to=2100-01-01").path("items");
    assertThat(listed).isEmpty();
    assertRefused(
        partner.request().get("/business/payouts/" + swept), 404, "transaction not found");
    assertThat(
            rows.count(
                "SELECT count(*) FROM webhook_delivery WHERE business_id = $1",
                partner.businessId()))
        .isZero();
  }

  private static Map<String, Object> phoneOf(String currency, String phone) {
    return Map.of("currency", currency, "channel", "mobile", "receiverPhone", phone);
  }

  private static String earlier(int minutes) {
    return ElapsedDays.oneMinuteAgo().minusMinutes(minutes).toString();
  }

  private static void disable(SweptBusiness business, Map<String, Object> destination) {
    business.putSweep(with(destination, "enabled", false), 1);
    assertThat(business.sweep()).containsEntry("nextAt", null);
  }

  private static Map<String, Object> with(Map<String, Object> fields, String name, Object value) {
    Map<String, Object> all = new HashMap<>(fields);
    all.put(name, value);
    return all;
  }

  private DueSweep dueSweepOf(SweptBusiness business) {
    UUID id =
        rows.execute(
                "SELECT s.id FROM sweep s JOIN business b ON b.id = s.business_id"
                    + " WHERE b.public_id = $1",
                UUID.fromString(business.id()))
            .get(0)
            .getUUID(0);
    return await(runs.dueAfter(new UUID(id.getMostSignificantBits(), 0))).sweeps().get(0);
  }

  private void sweep() {
    await(sweeper.sweepDue());
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
