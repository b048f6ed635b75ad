package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Transaction;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits.PayoutLimits;
import org.mizani.access.TestCallers;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient.Till;
import org.mizani.database.TimeOrderedId;
import org.mizani.fx.Quote;
import org.mizani.ledger.WalletIds;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.record.Parties;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.RailSettingsOf;
import org.mizani.rail.SendWindow;
import org.mizani.rail.callback.Words;
import org.mizani.rail.guard.RailGuard;
import org.mizani.rail.guard.SubmissionSwitch;
import org.mizani.support.Defaults;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.work.PodPlaces;

/**
 * Payouts to tills of a network that takes no reference of ours, and would pay each submission: one
 * is left to people only if its call had begun (ADR 18).
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class SubmissionIntentsApiTest {

  private static final int TILLS = 300;
  private static final int CONNECTIONS = 64;
  private static final Duration HOUR = Duration.ofHours(1);

  private static final String LEASES_END =
      "UPDATE payout_due SET next_poll_at = now(), leased_until = now() WHERE id = ANY ($1)";

  /** Makes payouts due that no pod is working on. */
  private static final String POLL =
      "UPDATE payout_due SET next_poll_at = now() WHERE id = ANY ($1) AND leased_until IS NULL";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DueRows due;
  @Inject Pool pool;
  @Inject ScriptedRail rail;
  @Inject PayoutLeases payoutLeases;
  @Inject ScreenedSubmissions screened;
  @Inject Words words;
  @Inject LostAcknowledgements lost;
  @Inject SubmissionIntents intents;
  @Inject PayoutCalls calls;
  @Inject PayoutSettler settler;
  @Inject PayoutRouter rails;
  @Inject RailGuard<PayoutRail, PayoutOutcome> guard;
  @Inject SubmissionSwitch submission;
  @Inject PayoutCreation creation;
  @Inject WalletIds wallets;
  @Inject Parties.Encryption encryption;

  private Partner partner;

  @BeforeEach
  void aNetworkThatPaysEachSubmission() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    rail.declare(new RailCapabilities(false, HOUR));
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
  }

  @AfterEach
  void booksBalance() {
    SwitchedSubmission.to("on");
    rail.declare(new RailCapabilities(true, Duration.ZERO));
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  /** A pod claims many at once, and waits for its turn with most of them. */
  @Test
  void aDeadPodLeavesOnlyBegunPayoutsToPeople() {
    // Given
    rail.behave(Behaviour.LOSES_ALL);
    List<PendingPayout> claimed = claimedByAnotherPod(TILLS);
    List<PendingPayout> called = claimed.subList(0, CONNECTIONS);
    assertThat(begin(called)).containsOnly(true);

    // When
    endLeases(claimed);

    // Then
    eventually(
        () -> {
          rows.execute(POLL, (Object) ids(claimed));
          return claimed.stream().allMatch(this::wasAsked);
        },
        isEqual(true));
    assertThat(called)
        .allSatisfy(payout -> assertThat(callsFor(payout)).isNotEmpty().containsOnly("ask"));
    assertThat(claimed.subList(CONNECTIONS, TILLS))
        .allSatisfy(
            payout -> assertThat(callsFor(payout)).startsWith("submit").containsOnlyOnce("submit"));
    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = ANY ($1)", (Object) ids(claimed)))
        .as("pending")
        .isEqualTo(TILLS);
  }

  /** Its creation leases a payout to its pod, which calls the network without a claim. */
  @Test
  void aPayoutWhosePodDiesAfterItsCreationIsSubmittedByAnother() {
    UUID id = createdByAnotherPod();
    assertThat(due.calls("payout", id.toString())).as("before its call").isZero();

    rows.execute(LEASES_END, (Object) new UUID[] {id});

    eventually(() -> rail.callsFor(id.toString()), isEqual(List.of("submit")));
    assertThat(due.calls("payout", id.toString())).isEqualTo(1);
  }

  @Test
  void aRefundIsSubmittedOnceToo() {
    rail.behave(Behaviour.PAYS);
    Partner shop = partners.createShop(Map.of());
    String collection = shop.collect(collectionOf("goods")).path("id");
    eventually(() -> shop.collected("KES").intValueExact(), isEqual(150));
    rail.behave(Behaviour.LOSES_ALL);

    String refund =
        TestOperator.request()
            .body(Map.of("reference", "back", "reason", "sorry"))
            .post("/operator/collections/" + collection + "/refund")
            .path("serviceReference");

    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND at_most_once",
                UUID.fromString(refund)))
        .isEqualTo(1);
    due.pollUntil("payout", refund, () -> rail.callsFor(refund).size() > 2);
    assertThat(rail.callsFor(refund)).startsWith("submit", "ask").containsOnlyOnce("submit");
  }

  /** Another pod has it by then, or an operator, or a restore has been noted. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "next_poll_at = now() - interval '1 s', leased_until = now() - interval '1 s'",
        "leased_until = NULL, next_poll_at = now() + interval '1 hour'",
        "polls = polls + 1, skipped_polls = skipped_polls + 1",
        "polls = polls + 1, submitted_at = now()"
      })
  void aFrozenPodSubmitsNothingAfterItsLease(String meanwhile) {
    List<String> called =
        PodPlaces.whileTaken(
            settler,
            () -> {
              PendingPayout payout = claim(create(1)).get(0);
              rows.execute(
                  "UPDATE payout_due SET " + meanwhile + " WHERE id = $1",
                  payout.serviceReference());
              assertIsNotCalled(calls, payout);
              return callsFor(payout);
            });

    assertThat(called).isEmpty();
  }

  @Test
  void anotherPodSubmitsOnceWhatAFrozenOneHad() {
    PendingPayout frozen = claimedByAnotherPod(1).get(0);
    endLeases(List.of(frozen));
    eventually(() -> callsFor(frozen), isEqual(List.of("submit")));

    assertIsNotCalled(calls, frozen);

    assertThat(callsFor(frozen)).containsExactly("submit");
  }

  @Test
  void noCallFollowsAnIntentThatIsNotNotedInTime() {
    PendingPayout payout = claimedByAnotherPod(1).get(0);
    PayoutCalls impatient =
        new PayoutCalls(
            screened,
            words,
            lost,
            intents,
            rails,
            guard,
            submission,
            Defaults.with(
                PayoutConfig.class, Map.of("payments.payout.settlement.rail-timeout", "8s")),
            RailSettingsOf.all(Map.of()));

    whileLocked(
        "LOCK TABLE payout_due IN SHARE ROW EXCLUSIVE MODE",
        () -> assertIsNotCalled(impatient, payout));

    eventually(() -> due.calls("payout", id(payout)), isEqual(1L));
    assertThat(callsFor(payout)).as("noted too late").isEmpty();
  }

  @Test
  void anIntentIsNotNotedTwice() {
    PendingPayout payout = claimedByAnotherPod(1).get(0);

    assertThat(begin(List.of(payout))).containsExactly(true);
    assertThat(begin(List.of(payout))).containsExactly(false);

    assertThat(due.calls("payout", id(payout))).isEqualTo(1);
  }

  /** A pod that was suspended may hold an ended lease of a payout beside the one in force. */
  @Test
  void ofTwoLeasesInOneStatementTheOneInForceAloneIsBegun() {
    List<Boolean> begun =
        PodPlaces.whileTaken(
            settler,
            () -> {
              Set<UUID> ids = create(1);
              PendingPayout ended = claim(ids).get(0);
              endLeases(List.of(ended));
              PendingPayout inForce = claim(ids).get(0);
              return intents
                  .beginAll(List.of(ended.lease(), inForce.lease()))
                  .await()
                  .atMost(PATIENCE);
            });

    assertThat(begun).containsExactly(false, true);
  }

  /** A pod that was frozen after it had noted the intent: another one may have decided since. */
  @Test
  void noCallFollowsAnIntentWhoseLeaseHasEnded() {
    PendingPayout payout = claimedByAnotherPod(1).get(0);
    AtomicInteger looks = new AtomicInteger();
    PayoutCalls.UnderLease endsMeanwhile =
        (timeout, call) ->
            looks.getAndIncrement() == 0
                ? call.apply(SendWindow.ALWAYS)
                : Uni.createFrom().failure(new IllegalStateException("its lease has ended"));

    PayoutOutcome outcome =
        calls
            .call(payout, payout.instruction().orElseThrow(), endsMeanwhile)
            .await()
            .atMost(PATIENCE)
            .outcome();

    assertThat(outcome).isInstanceOf(PayoutOutcome.Unknown.class);
    assertThat(callsFor(payout)).isEmpty();
    assertThat(due.calls("payout", id(payout))).as("it may have been called").isEqualTo(1);
  }

  /** A pod that was frozen while its connector waited for a token, say. */
  @Test
  void nothingIsSentOnceTheLeaseHasEndedWithinTheCall() {
    PendingPayout payout = claimedByAnotherPod(1).get(0);
    Uni<PayoutCalls.Answer> call =
        calls.call(
            payout,
            payout.instruction().orElseThrow(),
            (timeout, submission) -> submission.apply(() -> false));

    assertThatThrownBy(() -> call.await().atMost(PATIENCE)).isInstanceOf(RailAway.class);

    assertThat(callsFor(payout)).isEmpty();
  }

  /** Its writer, such as an operator, decides about it. */
  @Test
  void anIntentIsNotNotedOfALockedPayout() {
    PendingPayout payout = claimedByAnotherPod(1).get(0);

    whileLocked(
        "SELECT FROM payout_due WHERE id = '" + id(payout) + "' FOR NO KEY UPDATE",
        () -> assertThat(begin(List.of(payout))).containsExactly(false));
  }

  /** A network that has taken nothing for certain is called again, and that call is the first. */
  @Test
  void whatANetworkDidNotTakeIsSubmittedLater() {
    rail.behave(Behaviour.IS_AWAY);
    String id = create(1).iterator().next().toString();
    eventually(() -> rail.callsFor(id), isEqual(List.of("submit")));
    eventually(() -> due.calls("payout", id), isEqual(0L));
    rail.behave(Behaviour.PAYS);

    due.pollUntil("payout", id, () -> status(id).equals("success"));

    assertThat(rail.callsFor(id)).containsExactly("submit", "submit");
    assertThat(rows.count("SELECT calls::bigint FROM payout WHERE id = $1", UUID.fromString(id)))
        .isEqualTo(1);
    assertThat(rows.transfersOf(id))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }

  /** Skipped questions do not make it look as if it had never been submitted. */
  @Test
  void aSubmittedPayoutIsOnlyAskedAboutHoweverOftenItWasPutOff() {
    String id = create(1).iterator().next().toString();
    due.rest("payout", id);
    assertThat(rail.callsFor(id)).containsExactly("submit");
    rail.behave(Behaviour.IS_AWAY);

    due.pollUntil("payout", id, () -> due.skippedPolls("payout", id) > 3);

    rail.behave(Behaviour.LOSES_ALL);
    int before = rail.callsFor(id).size();
    due.pollUntil("payout", id, () -> rail.callsFor(id).size() > before + 2);
    assertThat(rail.callsFor(id)).startsWith("submit", "ask").containsOnlyOnce("submit");
  }

  @Test
  void aPayoutWhoseRailIsNotConnectedIsSubmittedOnceItIs() {
    UUID id = claimedByAnotherPod(1).get(0).serviceReference();
    rows.execute("UPDATE payout SET rail = 'gone' WHERE id = $1", id);
    rows.execute(LEASES_END, (Object) new UUID[] {id});
    due.rest("payout", id.toString());
    assertThat(due.calls("payout", id.toString())).isZero();

    rows.execute("UPDATE payout SET rail = $2 WHERE id = $1", id, rail.name());

    due.pollUntil("payout", id.toString(), () -> !rail.callsFor(id.toString()).isEmpty());
    due.rest("payout", id.toString());
    assertThat(rail.callsFor(id.toString())).containsExactly("submit");
  }

  @Test
  void aPayoutThatIsHeldStaysUnsubmitted() {
    SwitchedSubmission.to("ask-only");
    String id = create(1).iterator().next().toString();
    due.awaitSkippedPolls("payout", id, 3);

    assertThat(due.calls("payout", id)).isZero();
    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND submitted_at IS NULL",
                UUID.fromString(id)))
        .isEqualTo(1);
    SwitchedSubmission.to("on");
    eventually(() -> rail.callsFor(id), isEqual(List.of("submit")));
    assertThat(due.calls("payout", id)).isEqualTo(1);
  }

  private void whileLocked(String statement, Runnable action) {
    SqlConnection holder = pool.getConnectionAndAwait();
    Transaction transaction = holder.beginAndAwait();
    holder.query(PatientPool.STAY_IDLE).executeAndAwait();
    try {
      holder.query(statement).executeAndAwait();
      action.run();
    } finally {
      transaction.rollbackAndAwait();
      holder.closeAndAwait();
    }
  }

  private List<PendingPayout> claimedByAnotherPod(int number) {
    return PodPlaces.whileTaken(settler, () -> claim(create(number)));
  }

  /** As {@link Payouts} does, but for taking it on. */
  private UUID createdByAnotherPod() {
    UUID id = TimeOrderedId.at(System.currentTimeMillis());
    Caller caller = TestCallers.of(partner, rows);
    Till till = Till.of(Country.KE, "174379");
    Parties parties = Parties.of(till);
    Quote quote =
        new Quote(
            new Money(CurrencyUnit.KES, 1000),
            BigDecimal.ONE,
            new Money(CurrencyUnit.USD, 1000),
            new Money(CurrencyUnit.USD, 7));
    PayoutOrder order =
        new PayoutOrder(
            new PayoutOrder.Price(CurrencyUnit.USD, quote.receiver(), Optional.empty()),
            till,
            parties,
            new PayoutOrder.Terms(
                "of another pod", "other", Optional.empty(), Optional.empty(), Optional.empty()));
    Uni<PayoutCreation.Outcome> created =
        wallets
            .find(caller.businessId(), WalletPurpose.PAYOUT, CurrencyUnit.USD)
            .map(
                wallet ->
                    new NewPayout(
                        id,
                        caller,
                        wallet.orElseThrow(),
                        order,
                        quote,
                        rail.name(),
                        true,
                        PayoutLimits.NONE,
                        encryption.hash(till),
                        encryption.encrypt(id, parties),
                        true,
                        Optional.empty()))
            .chain(creation::create);
    assertThat(created.await().atMost(PATIENCE)).isEqualTo(PayoutCreation.Outcome.CREATED);
    return id;
  }

  private Set<UUID> create(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> partner.payment(paymentOf("till " + i)).<String>path("serviceReference"))
        .map(UUID::fromString)
        .collect(Collectors.toSet());
  }

  /** Claims these payouts, as a pod that does nothing with them. */
  private List<PendingPayout> claim(Set<UUID> ids) {
    List<PendingPayout> claimed =
        payoutLeases.claim(ids.size() + 500, HOUR).await().atMost(PATIENCE).stream()
            .filter(payout -> ids.contains(payout.serviceReference()))
            .toList();
    assertThat(claimed).hasSameSizeAs(ids).allMatch(PendingPayout::isUnsubmitted);
    return claimed;
  }

  private List<Boolean> begin(List<PendingPayout> payouts) {
    return Uni.join()
        .all(payouts.stream().map(payout -> intents.begin(payout.lease(), PATIENCE)).toList())
        .andFailFast()
        .await()
        .atMost(PATIENCE);
  }

  private void endLeases(List<PendingPayout> payouts) {
    rows.execute(LEASES_END, (Object) ids(payouts));
  }

  private static UUID[] ids(List<PendingPayout> payouts) {
    return payouts.stream().map(PendingPayout::serviceReference).toArray(UUID[]::new);
  }

  private static void assertIsNotCalled(PayoutCalls calls, PendingPayout payout) {
    Uni<PayoutCalls.Answer> call =
        calls.call(
            payout,
            payout.instruction().orElseThrow(),
            (timeout, submission) -> submission.apply(SendWindow.ALWAYS));
    assertThatThrownBy(() -> call.await().atMost(PATIENCE)).isInstanceOf(RailAway.class);
  }

  private static String id(PendingPayout payout) {
    return payout.serviceReference().toString();
  }

  private List<String> callsFor(PendingPayout payout) {
    return rail.callsFor(id(payout));
  }

  private boolean wasAsked(PendingPayout payout) {
    return callsFor(payout).contains("ask");
  }

  private String status(String id) {
    return rows.execute("SELECT status FROM payout WHERE id = $1", UUID.fromString(id))
        .get(0)
        .getString("status");
  }
}
