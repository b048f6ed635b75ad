package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.HeldPayouts.Review;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.rail.RailCapabilities;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.work.PodPlaces;

/** Reviews of payouts that their screening holds, and those that are refused (ADR 40). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScreeningProfile.class)
class ReviewedPayoutApiTest {

  private static final String HELD =
      "SELECT count(*) FROM payout_due WHERE id = $1 AND screening = 'held'"
          + " AND leased_until IS NULL AND next_poll_at = 'infinity'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject PayoutLeases payoutLeases;
  @Inject PossiblySubmitted possiblySubmitted;
  @Inject HeldPayouts heldPayouts;
  @Inject PayoutSettler settler;
  @Inject Database database;

  @ConfigProperty(name = "payments.screening.url")
  URI url;

  private ScreeningStandIn service;
  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void aServiceThatHoldsAll() throws Exception {
    service = ScreeningStandIn.at(url);
    service.decides("hold", "listed name");
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    rail.behave(Behaviour.PAYS);
  }

  @AfterEach
  void booksBalance() {
    service.close();
    receiver.close();
    rail.declare(new RailCapabilities(true, Duration.ZERO));
    rail.behave(Behaviour.PAYS);
    SwitchedSubmission.to("on");
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aReleasedPayoutIsSubmittedOnceAndTold(boolean idempotent) {
    rail.declare(new RailCapabilities(idempotent, Duration.ofHours(1)));
    String id = held("order");

    Response released = review(id, "release");

    assertThat(released.statusCode()).as(released.asString()).isEqualTo(200);
    assertThat(released.<String>path("heldAt")).isNull();
    eventually(() -> status(id), isEqual("success"));
    assertThat(rail.callsFor(id)).containsExactly("submit");
    assertThat(service.about(id)).as("screened once").hasSize(1);
    assertThat(eventually(receiver::bodies, bodies -> !bodies.isEmpty()))
        .singleElement()
        .asString()
        .contains("termination_success", id);
    assertThat(TestOperator.request().get("/operator/payouts/" + id).asString())
        .contains("payout.review");
    assertThat(eventsOf(id)).containsExactly("created", "held_for_review", "released", "settled");
  }

  @Test
  void aRefusedPayoutGivesItsMoneyBackAndIsToldAsFailed() {
    String id = held("order");

    Response refused = review(id, "refuse");

    assertThat(refused.statusCode()).as(refused.asString()).isEqualTo(200);
    assertThat(refused.<String>path("status")).isEqualTo("termination_failure");
    assertThat(refused.<String>path("failureCode")).isEqualTo("refused");
    assertThat(refused.<String>path("nextWatchAt")).as("its rail never had it").isNull();
    assertThat(refused.<List<String>>path("timeline.event"))
        .startsWith("created", "held", "screening_held", "operator_action", "settled", "released");
    assertThat(partner.available("USD")).isEqualByComparingTo("1000");
    assertThat(rows.transfersOf(id)).containsExactlyInAnyOrder("hold", "release");
    assertThat(rail.callsFor(id)).isEmpty();
    assertThat(eventually(receiver::bodies, bodies -> !bodies.isEmpty()))
        .singleElement()
        .asString()
        .contains("termination_failure", id);
    Response details = partner.request().get("/business/payouts/" + id);
    assertThat(details.<String>path("failure.code")).isEqualTo("refused");
    assertThat(details.asString()).doesNotContain("listed", "seen");
    assertThat(eventsOf(id)).containsExactly("created", "held_for_review", "settled");
    assertThat(
            rows
                .execute(
                    "SELECT action, after::text AS fields FROM audit_entry WHERE subject = $1",
                    "payout/" + id)
                .stream()
                .map(row -> row.getString("action") + row.getString("fields")))
        .singleElement()
        .asString()
        .contains("payout.review", "refuse", "seen");
  }

  @Test
  void theFirstReviewCounts() {
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
    String released = held("released");
    String refused = held("refused");
    review(released, "release");
    review(refused, "refuse");

    assertRefused(review(released, "release"), 409, "payout is not held");
    assertRefused(review(released, "refuse"), 409, "payout is not held");
    assertRefused(review(refused, "release"), 409, "payout is final");
    assertRefused(review(refused, "refuse"), 409, "payout is final");

    eventually(() -> rail.callsFor(released), isEqual(List.of("submit")));
    assertThat(rail.callsFor(refused)).isEmpty();
  }

  @Test
  void ofReviewsAtOnceOneCounts() {
    List<String> ids = IntStream.range(0, 6).mapToObj(i -> held("order " + i)).toList();

    List<List<Response>> answers =
        ids.stream()
            .map(
                id ->
                    IntStream.range(0, 6)
                        .mapToObj(i -> i % 2 == 0 ? "release" : "refuse")
                        .map(decision -> CompletableFuture.supplyAsync(() -> review(id, decision)))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList())
            .toList();

    for (int i = 0; i < ids.size(); i++) {
      String id = ids.get(i);
      assertThat(answers.get(i).stream().filter(answer -> answer.statusCode() == 200))
          .as(id)
          .hasSize(1);
      String ended = eventually(() -> status(id), status -> !status.equals("pending"));
      assertThat(rail.callsFor(id)).hasSize(ended.equals("success") ? 1 : 0);
    }
  }

  @Test
  void onlyHeldPayoutsAreReviewed() {
    service.decides("allow", "");
    String id = payout("paid");
    eventually(() -> status(id), isEqual("success"));
    String unknown = UUID.randomUUID().toString();

    assertRefused(review(id, "release"), 409, "payout is final");
    assertRefused(review(id, "refuse"), 409, "payout is final");
    assertRefused(review(unknown, "release"), 404, "payout not found");
    assertRefused(review(unknown, "refuse"), 404, "payout not found");
    assertThat(review(id, "allow").statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({"termination_success,success", "termination_failure,failure"})
  void aSettlementByHandEndsTheHold(String verdict, String status) {
    String id = held("order");

    Response settled =
        TestOperator.request()
            .body(Map.of("status", verdict, "reason", "paid in cash"))
            .post("/operator/payouts/" + id + "/settle");

    assertThat(settled.statusCode()).as(settled.asString()).isEqualTo(200);
    assertThat(status(id)).isEqualTo(status);
    assertRefused(review(id, "release"), 409, "payout is final");
    assertThat(rail.callsFor(id)).doesNotContain("submit");
  }

  @Test
  void duringASettlementByHandNoReviewCounts() {
    String id = held("order");
    payoutLeases.claimByHand(UUID.fromString(id), Duration.ofHours(1)).await().atMost(PATIENCE);

    assertRefused(review(id, "release"), 409, "payout is being settled");
    assertRefused(review(id, "refuse"), 409, "payout is being settled");

    assertThat(rail.callsFor(id)).isEmpty();
  }

  /** Its transaction failed, or its pod died before it began. */
  @Test
  void aSettlementThatWasGivenUpLeavesThePayoutHeld() {
    String id = held("order");
    payoutLeases.claimByHand(UUID.fromString(id), Duration.ofHours(1)).await().atMost(PATIENCE);

    rows.execute(
        "UPDATE payout_due SET next_poll_at = now(), leased_until = now() WHERE id = $1",
        UUID.fromString(id));

    awaitHeld(id);
    assertThat(rail.callsFor(id)).isEmpty();
    assertThat(service.about(id)).as("screened once").hasSize(1);
    assertThat(TestOperator.request().get("/operator/payouts/" + id).<String>path("heldReason"))
        .isNull();
    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_screening WHERE id = $1 AND decision = 'held'",
                UUID.fromString(id)))
        .isEqualTo(1);
    assertThat(review(id, "release").statusCode()).isEqualTo(200);
    eventually(() -> status(id), isEqual("success"));
    assertThat(rail.callsFor(id)).containsExactly("submit");
  }

  /** Its release may have been lost with the database, and its rail may have it. */
  @Test
  void afterARestoreTheRailOfAReleasedPayoutIsAskedFirst() {
    String id = held("order");
    possiblySubmitted
        .note(new UUID(0, 0), Instant.now().plusSeconds(60), 10_000)
        .await()
        .atMost(PATIENCE);

    assertThat(review(id, "release").statusCode()).isEqualTo(200);

    eventually(() -> status(id), isEqual("success"));
    assertThat(rail.callsFor(id)).containsExactly("ask");
  }

  /** Its release may have been lost with the database, which knows of no submission. */
  @Test
  void whileSubmissionsAreHeldTheRailOfARefusedPayoutIsWatched() {
    String id = held("order");
    SwitchedSubmission.to("ask-only");

    Response refused = review(id, "refuse");

    assertThat(refused.statusCode()).as(refused.asString()).isEqualTo(200);
    assertThat(refused.<String>path("status")).isEqualTo("termination_failure");
    assertThat(refused.<String>path("nextWatchAt")).isNotBlank();
  }

  /** The operator's claim ended before its transaction began, and another one has released it. */
  @Test
  void aClaimThatHasEndedRefusesNoReleasedPayout() {
    String id = held("order");
    Supplier<Uni<Void>> refusal =
        heldPayouts.ready(UUID.fromString(id), Review.REFUSE).await().atMost(PATIENCE);
    rows.execute(
        "UPDATE payout_due SET leased_until = now() - interval '1 s', next_poll_at = 'infinity'"
            + " WHERE id = $1",
        UUID.fromString(id));

    int released =
        PodPlaces.whileTaken(
            settler,
            () -> {
              int status = review(id, "release").statusCode();
              assertThatThrownBy(() -> database.inTransaction(refusal).await().atMost(PATIENCE))
                  .hasMessageContaining("payout is being settled");
              return status;
            });

    assertThat(released).isEqualTo(200);
    eventually(() -> status(id), isEqual("success"));
    assertThat(rail.callsFor(id)).containsExactly("submit");
  }

  static Response review(String id, String decision) {
    return TestOperator.request()
        .body(Map.of("decision", decision, "reason", "seen"))
        .post("/operator/payouts/" + id + "/review");
  }

  /** The timeline that its partner reads. */
  private List<String> eventsOf(String id) {
    return partner.request().get("/business/payouts/" + id).path("timeline.event");
  }

  private String held(String reference) {
    String id = payout(reference);
    awaitHeld(id);
    return id;
  }

  private String payout(String reference) {
    Map<String, Object> body = transferOf(reference);
    body.put("callbackUrl", receiver.url());
    return partner.transfer(body).path("serviceReference");
  }

  private void awaitHeld(String id) {
    eventually(() -> rows.count(HELD, UUID.fromString(id)), isEqual(1L));
  }

  private String status(String id) {
    return rows.execute("SELECT status FROM payout WHERE id = $1", UUID.fromString(id))
        .get(0)
        .getString("status");
  }
}
