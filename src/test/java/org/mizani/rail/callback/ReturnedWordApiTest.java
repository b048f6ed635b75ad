package org.mizani.rail.callback;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.arc.All;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.business.Desk;
import org.mizani.payout.PayoutReturns;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.guard.RailPauses;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * A network's word that a payout came back: one credit and one event, also if others tell it too.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class ReturnedWordApiTest {

  private static final int AT_ONCE = 6;
  private static final String WHOLE = "1000";

  @Inject TestPartners partners;
  @Inject PostRail post;
  @Inject PayoutReturns returns;
  @Inject Rows rows;
  @Inject RailPauses pauses;
  @Inject @All List<PaymentListener> listeners;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    // No payout is submitted before the pauses are known, and no job reads them here.
    pauses.look().await().atMost(PATIENCE);
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aReturnIsCreditedAndToldOnceHoweverOftenTheNetworkSaysIt() {
    UUID id = paid("returned");

    sayReturned(id, reference(id), WHOLE);

    awaitCredit();
    assertThat(shown(id).<String>path("status")).isEqualTo("termination_success");
    assertThat(shown(id).<String>path("returnReference")).isEqualTo(reference(id));
    sayReturned(id, reference(id), WHOLE);
    hear(id);
    assertReturnedOnce(id);
    assertThat(shown(id).<Boolean>path("flagged")).isFalse();
  }

  /** Otherwise a pod that dies then leaves the return to people: no job asks about a success. */
  @Test
  void aReturnIsAcknowledgedOnceItsPayoutIsWokenDurably() {
    UUID id = paid("durable");

    sayReturned(id, reference(id), WHOLE);

    assertThat(
            watches(id) + rows.count("SELECT count(*) FROM payout_return WHERE payout_id = $1", id))
        .isPositive();
    awaitCredit();
  }

  /** Each pod hears a callback of its own, and a question is answered meanwhile. */
  @Test
  void wordsAnswersAndAnOperatorAtOnceReturnItOnce() {
    UUID id = paid("race");
    post.answer(id, new PayoutOutcome.Returned(reference(id), money(WHOLE)));

    Uni.join()
        .all(
            Stream.concat(
                    Stream.generate(() -> byOperator(id)).limit(AT_ONCE),
                    Stream.generate(() -> byWord(id)).limit(AT_ONCE))
                .toList())
        .andFailFast()
        .await()
        .atMost(PATIENCE);

    awaitCredit();
    hear(id);
    assertReturnedOnce(id);
    assertThat(shown(id).<Boolean>path("flagged")).isFalse();
  }

  /** The watch is committed before the return, and ends after it. */
  @Test
  void aPodThatDiedBetweenTheReturnAndTheEndOfItsWatchHasReturnedIt() {
    UUID id = paid("killed");
    sayReturned(id, reference(id), WHOLE);
    awaitCredit();
    eventually(() -> watches(id), isEqual(0L));

    rows.execute(
        "INSERT INTO payout_watch (id, next_watch_at, polls, skipped_polls, words, network_ids)"
            + " SELECT id, now(), calls, 0, 1, network_ids FROM payout WHERE id = $1",
        id);
    hear(UUID.randomUUID());

    eventually(() -> watches(id), isEqual(0L));
    assertReturnedOnce(id);
    assertThat(shown(id).<Boolean>path("flagged")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theReturnThatAnOperatorEnteredBeforeIsTheSame(boolean inAnotherCase) {
    UUID id = paid("entered");
    String written = inAnotherCase ? reference(id).toLowerCase(Locale.ROOT) : reference(id);
    assertThat(enter(id, written).statusCode()).isEqualTo(200);

    sayReturned(id, reference(id), WHOLE);
    hear(id);

    eventually(() -> watches(id), isEqual(0L));
    assertReturnedOnce(id);
    assertThat(shown(id).<Boolean>path("flagged")).isFalse();
  }

  /** The network may have sent the money twice. */
  @Test
  void aReturnByAnotherReferenceThanTheOperatorsIsForPeople() {
    UUID id = paid("twice");
    assertThat(enter(id, "STATEMENT-" + id).statusCode()).isEqualTo(200);

    sayReturned(id, reference(id), WHOLE);

    eventually(() -> shown(id).<Boolean>path("flagged"), isEqual(true));
    assertReturnedOnce(id);
  }

  @Test
  void anOperatorsEntryAfterTheWordMovesNothing() {
    UUID id = paid("after");
    sayReturned(id, reference(id), WHOLE);
    awaitCredit();

    Response same = enter(id, reference(id));
    Response another = enter(id, "STATEMENT-" + id);

    assertThat(same.statusCode()).isEqualTo(200);
    assertRefused(another, 409, "payout is returned");
    assertReturnedOnce(id);
  }

  /** A charge was kept, a part came back, or more than was paid. */
  @ParameterizedTest
  @CsvSource({"999.99", "500", "1000.01"})
  void anotherAmountIsForPeopleAndMovesNothing(String amount) {
    UUID id = paid("part");

    try (LoggedLines logged = LoggedLines.listen()) {
      sayReturned(id, reference(id), amount);

      eventually(() -> shown(id).<Boolean>path("flagged"), isEqual(true));
      eventually(logged::text, text -> text.contains("Returned: look into it"));
      assertThat(logged.text()).containsOnlyOnce("now answers Returned: look into it");
    }
    assertThat(shown(id).<String>path("discrepancyAt")).isNotNull();
    assertNotReturned(id);
  }

  @Test
  void theReferenceOfAnotherPayoutIsForPeople() {
    UUID first = paid("first");
    sayReturned(first, reference(first), WHOLE);
    awaitCredit();
    UUID second = paid("second");

    sayReturned(second, reference(first), WHOLE);

    eventually(() -> shown(second).<Boolean>path("flagged"), isEqual(true));
    assertNotReturned(second);
  }

  /** A failure after a success is no return: it stays a discrepancy. */
  @Test
  void aReturnIsCreditedThoughADiscrepancyIsOpen() {
    UUID id = paid("denied");
    sayPaid(id, false);
    eventually(() -> shown(id).<Boolean>path("flagged"), isEqual(true));
    eventually(() -> watches(id), isEqual(0L));
    assertNotReturned(id);

    sayReturned(id, reference(id), WHOLE);

    awaitCredit();
    assertReturnedOnce(id);
    assertThat(shown(id).<Boolean>path("flagged")).as("an operator clears it").isTrue();
  }

  @Test
  void aWordThatDoesNotCountHasTheNetworkAskedAlone() {
    UUID id = paid("forged");
    rows.execute("DELETE FROM rail_callback WHERE payment_id = $1", id);

    say(id, "X-unknown", ",\"paid\":true,\"returned\":\"F-1\",\"amount\":" + WHOLE);

    eventually(() -> post.questionsAbout(id), isEqual(1));
    assertNotReturned(id);
    assertThat(shown(id).<Boolean>path("flagged")).isFalse();
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_watch WHERE id = $1 AND leased_until IS NULL", id),
        isEqual(1L));
    post.answer(id, new PayoutOutcome.Returned(reference(id), money(WHOLE)));
    rows.execute("UPDATE payout_watch SET next_watch_at = now() WHERE id = $1", id);
    hear(UUID.randomUUID());
    awaitCredit();
    assertReturnedOnce(id);
  }

  /** Its wallet has the money by the release of the hold, and no success was told. */
  @Test
  void aPayoutThatCameBackBeforeItsSuccessWasHeardFails() {
    UUID id = acknowledged("unheard");

    sayReturned(id, reference(id), WHOLE);

    eventually(() -> shown(id).<String>path("status"), isEqual("termination_failure"));
    assertThat(rows.transfersOf(id.toString())).containsExactlyInAnyOrder("hold", "release");
    sayReturned(id, reference(id), WHOLE);
    sayPaid(id, true);
    hear(id);
    eventually(() -> watches(id), isEqual(0L));
    assertRefused(enter(id, reference(id)), 409, "payout has failed");
    assertThat(rows.transfersOf(id.toString())).containsExactlyInAnyOrder("hold", "release");
    assertThat(shown(id).<Boolean>path("flagged")).isFalse();
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  /** Both words waited for a pod: they are no contradiction, because one follows the other. */
  @Test
  void aReturnOutweighsThePaymentThatIsHeardWithIt() {
    UUID id = acknowledged("both");
    rows.execute(
        "UPDATE payout_due SET next_poll_at = now() + interval '1 hour',"
            + " leased_until = now() + interval '1 hour' WHERE id = $1",
        id);
    sayPaid(id, true);
    sayReturned(id, reference(id), WHOLE);
    assertThat(shown(id).<String>path("status")).isEqualTo("termination_pending");

    rows.execute(
        "UPDATE payout_due SET next_poll_at = now(), leased_until = NULL WHERE id = $1", id);
    hear(id);

    eventually(() -> shown(id).<String>path("status"), isEqual("termination_failure"));
    assertThat(rows.transfersOf(id.toString())).containsExactlyInAnyOrder("hold", "release");
    assertThat(post.questionsAbout(id)).isZero();
  }

  @Test
  void aPartThatCameBackBeforeTheSuccessWasHeardSettlesNothing() {
    UUID id = acknowledged("unclear");

    try (LoggedLines logged = LoggedLines.listen()) {
      sayReturned(id, reference(id), "400");

      eventually(logged::text, text -> text.contains("says that it has returned"));
    }
    assertThat(shown(id).<String>path("status")).isEqualTo("termination_pending");
    assertThat(rows.transfersOf(id.toString())).containsExactly("hold");
  }

  private UUID acknowledged(String reference) {
    UUID id = UUID.fromString(partner.transfer(transferOf(reference)).path("serviceReference"));
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND network_ids IS NOT NULL", id),
        isEqual(1L));
    return id;
  }

  private UUID paid(String reference) {
    UUID id = acknowledged(reference);
    sayPaid(id, true);
    eventually(() -> shown(id).<String>path("status"), isEqual("termination_success"));
    eventually(() -> watches(id), isEqual(0L));
    return id;
  }

  private void sayPaid(UUID id, boolean paid) {
    say(id, PostRail.networkIdOf(id), ",\"paid\":" + paid);
  }

  private void sayReturned(UUID id, String reference, String amount) {
    say(
        id,
        PostRail.networkIdOf(id),
        ",\"paid\":true,\"returned\":\"" + reference + "\",\"amount\":" + amount);
  }

  private void say(UUID id, String networkId, String word) {
    given()
        .port(ServicePort.number())
        .contentType("application/json")
        .body(
            "{\"kind\":\"payout\",\"id\":\"%s\",\"networkId\":\"%s\"%s}"
                .formatted(id, networkId, word))
        .post(post.addressOf(id).getPath())
        .succeeded();
  }

  /** Runs the listener, as a callback does in the background. */
  private void hear(UUID id) {
    heard(id).await().atMost(PATIENCE);
  }

  private Uni<Void> heard(UUID id) {
    return listeners.stream()
        .filter(listener -> listener.kind() == Kind.PAYOUT)
        .findFirst()
        .orElseThrow()
        .hear(List.of(id));
  }

  private Uni<Void> byWord(UUID id) {
    return Uni.createFrom()
        .voidItem()
        .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
        .invoke(() -> sayReturned(id, reference(id), WHOLE))
        .chain(() -> heard(id));
  }

  private Uni<Void> byOperator(UUID id) {
    return returns.enter(id, reference(id), () -> Uni.createFrom().voidItem()).replaceWithVoid();
  }

  private void awaitCredit() {
    eventually(() -> partner.available("USD"), all -> all.compareTo(new BigDecimal("100")) == 0);
  }

  private void assertReturnedOnce(UUID id) {
    assertThat(rows.transfersOf(id.toString()))
        .containsExactlyInAnyOrder(
            "hold", "capture", "fee", "exchange", "return", "fee_refund", "exchange_return");
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    eventually(() -> eventsOf(id), isEqual(List.of("payout", "payout_return")));
  }

  private void assertNotReturned(UUID id) {
    assertThat(rows.transfersOf(id.toString()))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
    assertThat(partner.available("USD")).isLessThan(new BigDecimal("100"));
  }

  private List<String> eventsOf(UUID id) {
    return partner
        .request()
        .get("/business/events")
        .json()
        .<Map<String, ?>>getList("items")
        .stream()
        .filter(event -> ((String) event.get("id")).contains(id.toString()))
        .map(event -> (String) event.get("kind"))
        .toList();
  }

  private long watches(UUID id) {
    return rows.count("SELECT count(*) FROM payout_watch WHERE id = $1", id);
  }

  private static Response enter(UUID id, String reference) {
    return Desk.post(
        "/operator/payouts/" + id + "/return",
        Map.of("reference", reference, "reason", "told by the bank"));
  }

  private static Response shown(UUID id) {
    return Desk.get("/operator/payouts/" + id, Map.of());
  }

  private static String reference(UUID id) {
    return "RETURN-" + id.toString().toUpperCase(Locale.ROOT);
  }

  private static Money money(String major) {
    return Money.exactly(CurrencyUnit.KES, new BigDecimal(major));
  }
}
