package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.RailCapabilities;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts and prompts that their network does not find (ADR 18). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class LostPaymentApiTest {

  private static final Duration VISIBLE_AFTER = Duration.ofHours(1);
  private static final RailCapabilities IDEMPOTENT = new RailCapabilities(true, VISIBLE_AFTER);
  private static final RailCapabilities NOT_IDEMPOTENT = new RailCapabilities(false, VISIBLE_AFTER);

  /** Makes a row due, unless a pod is working on it. */
  @Inject TestPartners partners;

  @Inject Rows rows;
  @Inject DueRows due;
  @Inject ScriptedRail rail;

  private Partner partner;

  @BeforeEach
  void aPartnerOfARailThatLosesAll() {
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "1000"));
    rail.behave(Behaviour.LOSES_ALL);
  }

  @AfterEach
  void booksBalance() {
    rail.declare(new RailCapabilities(true, Duration.ZERO));
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  @Test
  void aLostPayoutIsSubmittedAgainWhenNotFoundCounts() {
    rail.declare(IDEMPOTENT);
    String id = payout("lost");
    pollUntilQueried("payout", id, 2);
    assertThat(rail.callsFor(id)).as("before the word counts").containsOnlyOnce("submit");

    passTime("payout", id, VISIBLE_AFTER.minusMinutes(30));
    pollUntilQueried("payout", id, 2);
    assertThat(rail.callsFor(id)).as("half an hour before").containsOnlyOnce("submit");
    passTime("payout", id, Duration.ofMinutes(30));
    due.pollUntil("payout", id, () -> times(id, "submit") == 2);
    rail.behave(Behaviour.PAYS);

    due.pollUntil("payout", id, () -> isPaid("lost"));
    List<String> calls = rail.callsFor(id);
    assertThat(calls.subList(0, 2)).as("asked before").containsExactly("submit", "ask");
    assertThat(calls.get(calls.lastIndexOf("submit") - 1)).isEqualTo("ask");
    assertThat(rows.transfersOf(id))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }

  @Test
  void aSecondSubmissionGetsItsFullTimeToArrive() {
    rail.declare(IDEMPOTENT);
    String id = payout("lost twice");
    eventually(() -> times(id, "submit"), isEqual(1L));
    passTime("payout", id, VISIBLE_AFTER);
    due.pollUntil("payout", id, () -> times(id, "submit") == 2);

    pollUntilQueried("payout", id, 2);
    assertThat(times(id, "submit")).as("the second may be on its way").isEqualTo(2);
    passTime("payout", id, VISIBLE_AFTER);

    due.pollUntil("payout", id, () -> times(id, "submit") == 3);
  }

  @Test
  void aRailWithoutIdempotencyGetsNoSecondSubmission() {
    rail.declare(NOT_IDEMPOTENT);
    String id = payout("at most once");

    pollUntilQueried("payout", id, 1);
    passTime("payout", id, VISIBLE_AFTER);
    pollUntilQueried("payout", id, 3);

    assertThat(rail.callsFor(id)).startsWith("submit", "ask").containsOnlyOnce("submit");
    assertThat(partner.request().get("/business/transactions/at most once").<String>path("status"))
        .isEqualTo("termination_pending");
    eventually(
        () ->
            TestOperator.request()
                .body(Map.of("status", "termination_failure", "reason", "not on their statement"))
                .post("/operator/payouts/" + id + "/settle")
                .statusCode(),
        isEqual(200));
    assertThat(partner.available("USD")).isEqualByComparingTo("1000");
  }

  @Test
  void aLostPromptIsSentAgainWhenNotFoundCounts() {
    rail.declare(IDEMPOTENT);
    String id = collection("lost");
    pollUntilQueried("collection", id, 2);
    assertThat(rail.callsFor(id)).as("before the word counts").containsOnlyOnce("prompt");

    passTime("collection", id, VISIBLE_AFTER);
    due.pollUntil("collection", id, () -> times(id, "prompt") == 2);
    rail.behave(Behaviour.PAYS);

    due.pollUntil("collection", id, () -> partner.collected("KES").intValueExact() == 150);
    assertThat(rail.callsFor(id)).startsWith("prompt", "ask");
  }

  @Test
  void aRailWithoutIdempotencyGetsNoSecondPrompt() {
    rail.declare(NOT_IDEMPOTENT);
    String id = collection("at most once");

    pollUntilQueried("collection", id, 1);
    passTime("collection", id, VISIBLE_AFTER);
    pollUntilQueried("collection", id, 3);

    assertThat(rail.callsFor(id)).startsWith("prompt", "ask").containsOnlyOnce("prompt");
  }

  /** The database cannot tell it from a collection that the pod had prompted (ADR 18). */
  @Test
  void aCollectionWhosePodDiedBeforeItsOnlyPromptIsCancelledAndFlagged() {
    rail.declare(NOT_IDEMPOTENT);
    rail.behave(Behaviour.IS_AWAY);
    UUID id = UUID.fromString(collection("claimed"));
    String skipped = "SELECT count(*) FROM collection_due WHERE id = $1 AND polls = skipped_polls";
    eventually(() -> rows.count(skipped, id), isEqual(1L));
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);

    rows.execute(
        "UPDATE collection_due SET polls = polls + 1, prompted_at = now(), leased_until = now(),"
            + " next_poll_at = now() WHERE id = $1",
        id);

    pollUntilQueried("collection", id.toString(), 1);
    rows.changeCollection(
        id, "created_at = now() - interval '26 hours', expires_at = now() - interval '25 hours'");
    due.pollUntil("collection", id.toString(), () -> isFlagged(id.toString()));
    assertThat(rail.callsFor(id.toString())).startsWith("prompt", "ask").containsOnlyOnce("prompt");
    assertThat(partner.request().get("/business/collections/" + id).<String>path("status"))
        .isEqualTo("cancelled");
    assertThat(partner.collected("KES")).isZero();
  }

  @Test
  void anEndedCollectionIsNotPromptedAgain() {
    rail.declare(new RailCapabilities(true, Duration.ofHours(1)));
    String id = collection("over");
    pollUntilQueried("collection", id, 1);

    rows.execute(
        "UPDATE collection SET expires_at = now() WHERE id = $1 RETURNING id", UUID.fromString(id));
    due.pollUntil(
        "collection",
        id,
        () ->
            partner
                .request()
                .get("/business/collections/" + id)
                .<String>path("status")
                .equals("cancelled"));
    rows.execute(
        "UPDATE collection_due SET prompted_at = now() - interval '1 hour', next_poll_at = now()"
            + " WHERE id = $1 RETURNING id",
        UUID.fromString(id));

    due.pollUntil(
        "collection",
        id,
        () ->
            rows.count("SELECT count(*) FROM collection_due WHERE id = $1", UUID.fromString(id))
                == 0);
    assertThat(rail.callsFor(id)).containsOnlyOnce("prompt");
    assertThat(
            rows.count(
                "SELECT count(*) FROM collection WHERE id = $1 AND flagged", UUID.fromString(id)))
        .as("nothing is left to find out")
        .isZero();
  }

  @Test
  void aLostPromptSaysNothingAgainstASuccessByHand() {
    rail.declare(IDEMPOTENT);
    String id = collection("seen elsewhere");
    pollUntilQueried("collection", id, 1);
    settleAsPaid(id);

    passTime("collection", id, VISIBLE_AFTER);
    pollUntilQueried("collection", id, 2);

    assertThat(isFlagged(id)).isFalse();
    assertThat(rail.callsFor(id)).containsOnlyOnce("prompt");
  }

  @Test
  void anotherAmountThanWasSettledByHandIsFlagged() {
    String id = collection("another amount");
    pollUntilQueried("collection", id, 1);
    settleAsPaid(id);

    rail.answerWith(
        new CollectionOutcome.Collected(
            "R1", Optional.empty(), Optional.of(new Money(CurrencyUnit.KES, 10_000))));
    due.pollUntil("collection", id, () -> isFlagged(id));

    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  private static void settleAsPaid(String id) {
    eventually(
        () ->
            TestOperator.request()
                .body(
                    Map.of(
                        "status",
                        "collection_success",
                        "reason",
                        "receipt seen",
                        "mnoPaymentReference",
                        "SKL1"))
                .post("/operator/collections/" + id + "/settle")
                .statusCode(),
        isEqual(200));
  }

  private boolean isFlagged(String id) {
    return rows.count(
            "SELECT count(*) FROM collection WHERE id = $1 AND flagged", UUID.fromString(id))
        == 1;
  }

  /** Polls until the network was queried this many times more. */
  private void pollUntilQueried(String kind, String id, int more) {
    long before = times(id, "ask");
    due.pollUntil(kind, id, () -> times(id, "ask") >= before + more);
  }

  private void passTime(String kind, String id, Duration time) {
    String since = kind.equals("payout") ? "submitted_at" : "prompted_at";
    rows.execute(
        "UPDATE %1$s_due SET %2$s = %2$s - $2 * interval '1 ms' WHERE id = $1"
            .formatted(kind, since),
        UUID.fromString(id),
        time.toMillis());
  }

  private boolean isPaid(String reference) {
    return partner
        .request()
        .get("/business/transactions/" + reference)
        .<String>path("status")
        .equals("termination_success");
  }

  private long times(String id, String operation) {
    return rail.callsFor(id).stream().filter(operation::equals).count();
  }

  private String payout(String reference) {
    return partner.transfer(transferOf(reference)).path("serviceReference");
  }

  private String collection(String reference) {
    return partner.collect(collectionOf(reference)).path("id");
  }
}
