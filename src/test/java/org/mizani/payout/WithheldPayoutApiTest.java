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
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.ScreeningStandIn.Answer;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.SendWindow;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.work.PodPlaces;

/**
 * Payouts that screening refuses or holds though their networks may have them, and those that wait
 * for a place of its calls (ADR 40).
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScreeningProfile.class)
class WithheldPayoutApiTest {

  private static final Answer REFUSES =
      new Answer(200, "{\"decision\":\"refuse\",\"reason\":\"listed name\"}");

  /** Of the default 32. */
  private static final int PLACES_OF_ONE_BUSINESS = 16;

  private static final String SUBMITTED =
      "UPDATE payout_due SET polls = 1, submitted_at = now() - interval '1 minute' WHERE id = $1";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DueRows due;
  @Inject ScriptedRail rail;
  @Inject PayoutSettler settler;
  @Inject PayoutLeases payoutLeases;
  @Inject PayoutCalls calls;

  @ConfigProperty(name = "payments.screening.url")
  URI url;

  private ScreeningStandIn service;
  private Partner partner;

  @BeforeEach
  void aPartnerAndAServiceThatRefuses() {
    service = ScreeningStandIn.at(url);
    service.answers(REFUSES);
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    rail.behave(Behaviour.PAYS);
  }

  @AfterEach
  void booksBalance() {
    service.close();
    rail.declare(new RailCapabilities(true, Duration.ZERO));
    rail.behave(Behaviour.PAYS);
    SwitchedSubmission.to("on");
    rows.assertBooksBalance();
  }

  /** A restored database may have forgotten that it was submitted. */
  @Test
  void whileSubmissionsAreHeldNoPayoutIsScreened() {
    SwitchedSubmission.to("ask-only");

    String id = payout("order");

    due.awaitSkippedPolls("payout", id, 3);
    assertThat(service.about(id)).isEmpty();
    assertThat(status(id)).isEqualTo("pending");
    assertThat(rows.transfersOf(id)).containsExactly("hold");
    SwitchedSubmission.to("on");
    due.pollUntil("payout", id, () -> status(id).equals("failure"));
    assertThat(service.about(id)).hasSize(1);
    assertThat(rail.callsFor(id)).isEmpty();
  }

  @Test
  void aRefusalDoesNotCountOnceSubmissionsAreHeld() {
    CompletableFuture<Answer> later = service.answersLater();
    String id = payout("order");
    eventually(() -> service.about(id), seen -> !seen.isEmpty());
    SwitchedSubmission.to("ask-only");

    later.complete(REFUSES);

    due.awaitSkippedPolls("payout", id, 3);
    assertThat(status(id)).isEqualTo("pending");
    assertThat(rows.transfersOf(id)).containsExactly("hold");
    assertThat(service.about(id)).as("not again").hasSize(1);
  }

  /** It was submitted without the setting, and its network says that it does not have it. */
  @Test
  void aRefusalOfASubmittedPayoutHoldsItForAnOperator() {
    rail.behave(Behaviour.LOSES_ALL);
    String id = submitted();

    due.pollUntil("payout", id, () -> !service.about(id).isEmpty());

    eventually(() -> held(id), isEqual(1L));
    assertThat(status(id)).isEqualTo("pending");
    assertThat(rows.transfersOf(id)).containsExactly("hold");
    assertThat(rail.callsFor(id)).isNotEmpty().containsOnly("ask");
    Response shown = TestOperator.request().get("/operator/payouts/" + id);
    assertThat(shown.<String>path("heldReason")).isEqualTo("refused, but its network may have it");
    assertThat(shown.<List<String>>path("timeline.event")).contains("screening_refused");
    Response refused = ReviewedPayoutApiTest.review(id, "refuse");
    assertThat(refused.<String>path("status")).isEqualTo("termination_failure");
    assertThat(refused.<String>path("nextWatchAt")).as("its rail may have it").isNotBlank();
  }

  @Test
  void aWordThatComesDuringTheScreeningIsNotLostToTheHold() {
    rail.behave(Behaviour.LOSES_ALL);

    long dueAtOnce =
        PodPlaces.whileTaken(
            settler,
            () -> {
              UUID id = UUID.fromString(payout("order"));
              rows.execute(SUBMITTED, id);
              PendingPayout claimed = claim(id);
              rows.execute("UPDATE payout_due SET words = words + 1 WHERE id = $1", id);
              assertThatThrownBy(
                      () ->
                          calls
                              .call(
                                  claimed,
                                  claimed.instruction().orElseThrow(),
                                  (timeout, call) -> call.apply(SendWindow.ALWAYS))
                              .await()
                              .atMost(PATIENCE))
                  .isInstanceOf(ScreenedSubmissions.Withheld.class);
              return rows.count(
                  "SELECT count(*) FROM payout_due WHERE id = $1 AND screening = 'held'"
                      + " AND next_poll_at <= now()",
                  id);
            });

    assertThat(dueAtOnce).isEqualTo(1);
  }

  /** No payout waits for a place in memory, and a batch leaves places to other businesses. */
  @Test
  void aPayoutWithoutAPlaceIsPutOffAndThoseOfOthersAreScreened() {
    service.answers(ScreeningStandIn.NONE);
    List<String> first =
        IntStream.range(0, PLACES_OF_ONE_BUSINESS).mapToObj(i -> payout("order " + i)).toList();
    first.forEach(id -> eventually(() -> service.about(id), seen -> !seen.isEmpty()));

    String further = payout("further");
    due.awaitSkippedPolls("payout", further, 1);
    eventually(() -> waits(further), isEqual(1L));
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    String other = payout("of another");

    eventually(() -> service.about(other), seen -> !seen.isEmpty());
    assertThat(service.about(further)).isEmpty();
    service.close();
    first.forEach(id -> eventually(() -> held(id), isEqual(1L)));
  }

  private String submitted() {
    return PodPlaces.whileTaken(
        settler,
        () -> {
          String created = payout("order");
          rows.execute(SUBMITTED, UUID.fromString(created));
          return created;
        });
  }

  private PendingPayout claim(UUID id) {
    return payoutLeases.claim(1000, Duration.ofHours(1)).await().atMost(PATIENCE).stream()
        .filter(payout -> payout.serviceReference().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private String payout(String reference) {
    return partner.transfer(transferOf(reference)).path("serviceReference");
  }

  private long held(String id) {
    return rows.count(
        "SELECT count(*) FROM payout_due WHERE id = $1 AND screening = 'held'",
        UUID.fromString(id));
  }

  private long waits(String id) {
    return rows.count(
        "SELECT count(*) FROM payout_due WHERE id = $1 AND screening = 'none'"
            + " AND polls = skipped_polls AND leased_until IS NULL AND next_poll_at > now()",
        UUID.fromString(id));
  }

  private String status(String id) {
    return rows.execute("SELECT status FROM payout WHERE id = $1", UUID.fromString(id))
        .get(0)
        .getString("status");
  }
}
