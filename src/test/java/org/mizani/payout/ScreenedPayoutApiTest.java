package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.ScreeningStandIn.Answer;
import org.mizani.payout.ScreeningStandIn.Received;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.SendWindow;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.work.PodPlaces;

/** Payouts that the operator's service screens before their submission (ADR 40). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScreeningProfile.class)
class ScreenedPayoutApiTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private static final String LEASE_ENDS =
      "UPDATE payout_due SET next_poll_at = now(), leased_until = now() WHERE id = $1";

  private static final String HELD =
      "SELECT count(*) FROM payout_due WHERE id = $1 AND screening = 'held'"
          + " AND polls = skipped_polls AND submitted_at IS NULL AND leased_until IS NULL"
          + " AND next_poll_at = 'infinity'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DueRows due;
  @Inject ScriptedRail rail;
  @Inject PayoutSettler settler;
  @Inject PayoutLeases payoutLeases;
  @Inject PayoutCalls calls;
  @Inject FlaggedPayouts flags;
  @Inject HeldPayouts heldPayouts;
  @Inject MeterRegistry registry;

  @ConfigProperty(name = "payments.screening.url")
  URI url;

  private ScreeningStandIn service;
  private Partner partner;

  @BeforeEach
  void aPartnerAndAScreeningService() {
    service = ScreeningStandIn.at(url);
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    rail.behave(Behaviour.PAYS);
  }

  @AfterEach
  void booksBalance() {
    service.close();
    rail.declare(new RailCapabilities(true, Duration.ZERO));
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAllowedPayoutIsSubmittedOnce(boolean idempotent) {
    rail.declare(new RailCapabilities(idempotent, HOUR));

    String id = payout();

    eventually(() -> status(id), isEqual("success"));
    assertThat(rail.callsFor(id)).containsExactly("submit");
    assertThat(service.about(id)).hasSize(1);
    assertThat(rows.count("SELECT calls::bigint FROM payout WHERE id = $1", UUID.fromString(id)))
        .isEqualTo(1);
  }

  @Test
  void theServiceReadsPayerAndRecipient() {
    String id = payout();

    Received request = eventually(() -> service.about(id), seen -> !seen.isEmpty()).get(0);
    assertThat(request.target()).isEqualTo("/screen?by=mizani");
    assertThat(request.header("Authorization")).isEqualTo(ScreeningProfile.SECRET);
    assertThat(request.header("Idempotency-key")).isEqualTo(id);
    assertThat(request.header("Content-type")).isEqualTo("application/json");
    assertThat(request.body())
        .contains("\"serviceReference\":\"" + id + "\"")
        .contains("\"businessId\":\"" + publicId() + "\"")
        .contains("\"businessReference\":\"order\"")
        .contains("\"country\":\"KE\"", "\"channel\":\"mobile\"", "\"number\":\"+254")
        .contains("\"senderCurrency\":\"USD\"", "\"receiverCurrency\":\"KES\"")
        .contains("\"purpose\":", "\"sender\":{", "\"dateOfBirth\":");
  }

  @Test
  void aPayoutThatTheServiceHoldsWaitsForAnOperator() {
    service.decides("hold", "looks like a listed name");

    String id = payout();

    awaitHeld(id);
    assertThat(rail.callsFor(id)).isEmpty();
    assertThat(partner.holding("USD")).isEqualByComparingTo("7.91");
    Response shown = TestOperator.request().get("/operator/payouts/" + id);
    assertThat(shown.<String>path("status")).isEqualTo("termination_pending");
    assertThat(shown.<String>path("heldReason")).as("the service has said why").isNull();
    assertThat(shown.<String>path("heldAt")).isNotBlank();
    assertThat(shown.<List<String>>path("timeline.event")).contains("screening_held");
    assertThat(shown.asString()).as("it may be about a person").doesNotContain("listed");
    assertThat(revealed(id)).isEqualTo("looks like a listed name");
    assertThat(stored(id)).as("encrypted").doesNotContain("listed");
    assertThat(shown.<String>path("nextPollAt")).isNull();
    Response details = partner.request().get("/business/payouts/" + id);
    assertThat(details.<Boolean>path("underReview")).isTrue();
    assertThat(details.asString()).contains("termination_pending").doesNotContain("listed");
  }

  @Test
  void theWorkQueueHasHeldPayoutsAlone() {
    String paid = payout("paid");
    eventually(() -> status(paid), isEqual("success"));
    service.decides("hold", "first");
    String first = payout("first");
    awaitHeld(first);
    service.decides("hold", "second");
    String second = payout("second");
    awaitHeld(second);

    String query = "/operator/payouts?businessId=" + publicId() + "&status=held";

    assertThat(TestOperator.request().get(query).<List<String>>path("items.serviceReference"))
        .containsExactly(second, first);
    assertThat(
            TestOperator.request()
                .get(query + "&reference=first")
                .<List<String>>path("items.serviceReference"))
        .containsExactly(first);
    assertThat(TestOperator.request().get(query + "&flagged=true").<List<?>>path("items"))
        .isEmpty();
    heldPayouts.count().await().atMost(PATIENCE);
    assertThat(registry.get("payments.payout.held").gauge().value()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aPayoutThatTheServiceRefusesFailsWithItsMoneyBack() {
    service.decides("refuse", "listed name");

    String id = payout();

    eventually(() -> status(id), isEqual("failure"));
    assertThat(rail.callsFor(id)).isEmpty();
    assertThat(partner.available("USD")).isEqualByComparingTo("1000");
    assertThat(rows.transfersOf(id)).containsExactlyInAnyOrder("hold", "release");
    Response details = partner.request().get("/business/payouts/" + id);
    assertThat(details.<String>path("failure.code")).isEqualTo("refused");
    assertThat(details.<String>path("failure.reason")).isEqualTo("refused");
    assertThat(details.asString()).doesNotContain("listed", "underReview", "screening");
    assertThat(revealed(id)).isEqualTo("listed name");
    Response shown = TestOperator.request().get("/operator/payouts/" + id);
    assertThat(shown.<List<String>>path("timeline.event"))
        .startsWith("created", "held", "screening_refused", "settled", "released");
    assertThat(shown.asString()).doesNotContain("listed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "500 | {\"decision\":\"allow\"} | HTTP 500",
        "302 | {\"decision\":\"allow\"} | HTTP 302",
        "404 | | HTTP 404",
        "201 | {\"decision\":\"allow\"} | HTTP 201",
        "200 | <html><body>allow</body></html> | an answer that is not JSON",
        "200 | | an answer without a decision",
        "200 | {} | an answer without a decision",
        "200 | null | an answer without a decision",
        "200 | [\"allow\"] | an answer without a decision",
        "200 | \"allow\" | an answer without a decision",
        "200 | {\"decision\":true} | an answer without a decision",
        "200 | {\"decision\":\"Allow\"} | an answer without a decision",
        "200 | {\"decision\":\"hold\",\"decision\":\"allow\"} | an answer that is not JSON",
        "200 | {\"decision\":\"allow\"} {} | an answer that is not JSON",
        "200 | {\"decision\":\"allow\" | an answer that is not JSON",
      })
  void anAnswerThatIsNoDecisionHoldsThePayout(int status, String body, String why) {
    service.answers(new Answer(status, body == null ? "" : body));

    String id = payout();

    awaitHeld(id);
    assertThat(reason(id)).isEqualTo("no decision: " + why);
    assertThat(
            TestOperator.request()
                .get("/operator/payouts/" + id)
                .<List<String>>path("timeline.event"))
        .contains("screening_unanswered");
    assertThat(rail.callsFor(id)).isEmpty();
  }

  @Test
  void aReasonIsKeptWithoutControlCharactersAndNoLongerThanOthers() {
    service.decides("hold", "a\\u0000\\nb" + "c".repeat(1000));

    String id = payout();

    awaitHeld(id);
    assertThat(revealed(id)).startsWith("a bc").hasSize(500);
  }

  /** Its service answered, the pod froze, and an operator has released the payout since. */
  @Test
  void aRefusalWithoutTheLeaseDoesNotCount() {
    PendingPayout frozen = claimedByAnotherPod();
    String id = frozen.serviceReference().toString();
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
    rows.execute(LEASE_ENDS, frozen.serviceReference());
    eventually(() -> rail.callsFor(id), isEqual(List.of("submit")));
    service.decides("refuse", "");

    assertThatThrownBy(
            () ->
                calls
                    .call(
                        frozen,
                        frozen.instruction().orElseThrow(),
                        (timeout, call) -> call.apply(SendWindow.ALWAYS))
                    .await()
                    .atMost(PATIENCE))
        .isInstanceOf(ScreenedSubmissions.Withheld.class);

    assertThat(status(id)).isEqualTo("pending");
    assertThat(partner.holding("USD")).isEqualByComparingTo("7.91");
    assertThat(service.about(id)).hasSize(2);
  }

  @Test
  void anAnswerThatIsTooLargeHoldsThePayout() {
    service.answers(new Answer(200, "{\"decision\":\"allow\"}" + " ".repeat(8_000_000)));

    String id = payout();

    awaitHeld(id);
    assertThat(rail.callsFor(id)).isEmpty();
  }

  @Test
  void aServiceThatIsSlowHoldsThePayout() {
    service.answers(ScreeningStandIn.NONE);

    String id = payout();

    awaitHeld(id);
    assertThat(reason(id)).isEqualTo("no decision: no answer in time");
    assertThat(rail.callsFor(id)).isEmpty();
  }

  @Test
  void aServiceThatIsAwayHoldsPayoutsAndTheLogSaysSoOnce() {
    String paid = payout("paid");
    eventually(() -> status(paid), isEqual("success"));
    service.close();

    try (LoggedLines lines = LoggedLines.listen()) {
      String first = payout("first");
      String second = payout("second");
      awaitHeld(first);
      awaitHeld(second);
      assertThat(lines.text()).containsOnlyOnce("Screening of payouts fails");
      assertThat(rail.callsFor(first)).isEmpty();
    }
  }

  /** The other pod has claimed or created it, and asked the service. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPayoutOfAPodThatDiesWhileItScreensIsScreenedAgain(boolean idempotent) {
    rail.declare(new RailCapabilities(idempotent, HOUR));
    PendingPayout screened = claimedByAnotherPod();
    String id = screened.serviceReference().toString();
    assertThat(due.calls("payout", id)).as("before its clearing").isZero();
    assertThat(rail.callsFor(id)).isEmpty();

    rows.execute(LEASE_ENDS, screened.serviceReference());

    eventually(() -> status(id), isEqual("success"));
    assertThat(rail.callsFor(id)).containsExactly("submit");
  }

  @Test
  void aPayoutIsCreatedAsNeverSubmitted() {
    service.answers(ScreeningStandIn.NONE);

    String id = payout();

    eventually(() -> service.about(id), seen -> !seen.isEmpty());
    assertThat(due.calls("payout", id)).as("while it is screened").isZero();
    assertThat(submitted(id)).isZero();
    service.close();
    awaitHeld(id);
  }

  /** The pod was frozen during the answer, and another has the payout since. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "next_poll_at = now() - interval '1 s', leased_until = now() - interval '1 s'",
        "polls = polls + 1, skipped_polls = skipped_polls + 1",
        "leased_until = NULL, next_poll_at = now() + interval '1 hour'",
        "screening = 'held', leased_until = NULL, next_poll_at = 'infinity'"
      })
  void aPodWithoutTheLeaseDoesNotSubmitAnAllowedPayout(String meanwhile) {
    List<String> called =
        PodPlaces.whileTaken(
            settler,
            () -> {
              PendingPayout payout = claimed();
              rows.execute(
                  "UPDATE payout_due SET " + meanwhile + " WHERE id = $1",
                  payout.serviceReference());
              assertThatThrownBy(
                      () ->
                          calls
                              .call(
                                  payout,
                                  payout.instruction().orElseThrow(),
                                  (timeout, call) -> call.apply(SendWindow.ALWAYS))
                              .await()
                              .atMost(PATIENCE))
                  .isInstanceOf(RailAway.class);
              return rail.callsFor(payout.serviceReference().toString());
            });

    assertThat(called).isEmpty();
  }

  /** A pod that was frozen for longer than its lease, and thaws as another has paid. */
  @Test
  void ofTwoPodsOneSubmits() {
    PendingPayout frozen = claimedByAnotherPod();
    String id = frozen.serviceReference().toString();
    rows.execute(LEASE_ENDS, frozen.serviceReference());
    eventually(() -> status(id), isEqual("success"));

    assertThatThrownBy(
            () ->
                calls
                    .call(
                        frozen,
                        frozen.instruction().orElseThrow(),
                        (timeout, call) -> call.apply(SendWindow.ALWAYS))
                    .await()
                    .atMost(PATIENCE))
        .isInstanceOf(RailAway.class);

    assertThat(rail.callsFor(id)).containsExactly("submit");
    assertThat(service.about(id)).as("both asked").hasSize(2);
  }

  @Test
  void aClearedPayoutIsNotScreenedAgainWhileItsRailIsAway() {
    rail.behave(Behaviour.IS_AWAY);
    String id = payout();
    eventually(() -> rail.callsFor(id), isEqual(List.of("submit")));
    due.rest("payout", id);
    rail.behave(Behaviour.PAYS);

    due.pollUntil("payout", id, () -> status(id).equals("success"));

    assertThat(service.about(id)).hasSize(1);
    assertThat(rail.callsFor(id)).containsExactly("submit", "submit");
  }

  @Test
  void aHeldPayoutIsNotFlaggedAsOverdueBeforeItsReleaseIsOld() {
    service.decides("hold", "look");
    String id = payout();
    awaitHeld(id);
    rows.execute(
        "UPDATE payout_due SET created_at = now() - interval '1 day',"
            + " screened_at = now() - interval '1 day' WHERE id = $1",
        UUID.fromString(id));

    flags.flagOverdue().await().atMost(PATIENCE);

    assertThat(overdue(id)).as("held").isZero();
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
    assertThat(ReviewedPayoutApiTest.review(id, "release").statusCode()).isEqualTo(200);
    eventually(() -> rail.callsFor(id), isEqual(List.of("submit")));
    flags.flagOverdue().await().atMost(PATIENCE);
    assertThat(overdue(id)).as("released").isZero();
    rows.execute(
        "UPDATE payout_due SET screened_at = now() - interval '1 day' WHERE id = $1",
        UUID.fromString(id));
    flags.flagOverdue().await().atMost(PATIENCE);
    assertThat(overdue(id)).as("released long ago").isEqualTo(1);
  }

  /** What its network may have is asked about first, and cleared before it is submitted again. */
  @Test
  void aSubmittedPayoutThatWasNotScreenedIsScreenedBeforeItIsSubmittedAgain() {
    rail.behave(Behaviour.LOSES_ALL);
    service.decides("hold", "late");
    String id =
        PodPlaces.whileTaken(
            settler,
            () -> {
              String created = payout();
              rows.execute(
                  "UPDATE payout_due SET polls = 1, submitted_at = now() - interval '1 minute'"
                      + " WHERE id = $1",
                  UUID.fromString(created));
              return created;
            });

    due.pollUntil("payout", id, () -> !service.about(id).isEmpty());

    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND screening = 'held'",
                UUID.fromString(id)),
        isEqual(1L));
    assertThat(rail.callsFor(id)).isNotEmpty().containsOnly("ask");
  }

  private PendingPayout claimedByAnotherPod() {
    return PodPlaces.whileTaken(settler, this::claimed);
  }

  /** Without places the creation leaves a payout to a claim, which the test makes. */
  private PendingPayout claimed() {
    UUID id = UUID.fromString(payout());
    return payoutLeases.claim(1000, HOUR).await().atMost(PATIENCE).stream()
        .filter(payout -> payout.serviceReference().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private String payout() {
    return payout("order");
  }

  private String payout(String reference) {
    return partner.transfer(transferOf(reference)).path("serviceReference");
  }

  private void awaitHeld(String id) {
    eventually(() -> rows.count(HELD, UUID.fromString(id)), isEqual(1L));
  }

  private String publicId() {
    return rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
        .get(0)
        .getUUID("public_id")
        .toString();
  }

  private String status(String id) {
    return rows.execute("SELECT status FROM payout WHERE id = $1", UUID.fromString(id))
        .get(0)
        .getString("status");
  }

  private String reason(String id) {
    return rows.execute("SELECT held_reason FROM payout_due WHERE id = $1", UUID.fromString(id))
        .get(0)
        .getString("held_reason");
  }

  /** The words of the screening service, as an operator with a reason reads them. */
  private static String revealed(String id) {
    return TestOperator.request()
        .body(Map.of("reason", "review"))
        .post("/operator/payouts/" + id + "/recipient")
        .path("screeningReason");
  }

  private String stored(String id) {
    return rows.execute(
            "SELECT encode(reason_encrypted, 'escape') AS stored FROM payout_screening WHERE id = $1",
            UUID.fromString(id))
        .get(0)
        .getString("stored");
  }

  private long submitted(String id) {
    return rows.count(
        "SELECT count(submitted_at) FROM payout_due WHERE id = $1", UUID.fromString(id));
  }

  private long overdue(String id) {
    return rows.count(
        "SELECT count(*) FROM payout_due WHERE id = $1 AND overdue", UUID.fromString(id));
  }
}
