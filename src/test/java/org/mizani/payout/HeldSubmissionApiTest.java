package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.rail.RailCapabilities;
import org.mizani.support.LoggedLines;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.work.Lease;

/** Payouts and collections while submissions are held, and after that (ADR 22). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class HeldSubmissionApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DueRows due;
  @Inject ScriptedRail rail;
  @Inject Database database;
  @Inject PayoutConfig config;
  @Inject SubmissionIntents intents;

  private Partner partner;

  @BeforeEach
  void aPartnerOfARailThatDoesNotKnowYet() {
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "1000"));
    rail.behave(Behaviour.DOES_NOT_KNOW_YET);
  }

  @AfterEach
  void booksBalance() {
    rail.declare(new RailCapabilities(true, Duration.ZERO));
    rail.behave(Behaviour.PAYS);
    SwitchedSubmission.to("on");
    rows.assertBooksBalance();
  }

  @Test
  void askOnlySettlesSubmittedPayoutsAndLaterPaysEachWaitingOneOnce() {
    // Given
    String before = payout("before");
    eventually(() -> rail.callsFor(before), List.of("submit")::equals);
    SwitchedSubmission.to("ask-only");
    String after = payout("after");

    // When
    rail.behave(Behaviour.PAYS);
    due.pollUntil("payout", before, () -> isPaid("before"));
    String logged;
    try (LoggedLines lines = LoggedLines.listen()) {
      due.awaitSkippedPolls("payout", after, 3);
      logged = lines.text();
    }

    // Then
    assertThat(rail.callsFor(before)).containsExactly("submit", "ask");
    assertThat(rail.callsFor(after)).isEmpty();
    assertThat(statusOf("after")).isEqualTo("termination_pending");
    assertThat(rows.transfersOf(after)).containsExactly("hold");
    eventually(() -> due.calls("payout", after), isEqual(0L));
    assertThat(logged).as("no line for each that waits").doesNotContain(after);

    SwitchedSubmission.to("on");
    due.pollUntil("payout", after, () -> isPaid("after"));
    assertThat(rail.callsFor(after)).containsExactly("submit");
    assertThat(rows.transfersOf(after))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }

  @Test
  void offCallsNoNetworkForPayoutsAndCollections() {
    String payout = payout("asked later");
    String collection = collection("asked later");
    eventually(() -> rail.callsFor(payout), List.of("submit")::equals);
    eventually(() -> rail.callsFor(collection), List.of("prompt")::equals);
    SwitchedSubmission.to("off");
    String waiting = payout("waiting");
    rail.behave(Behaviour.PAYS);

    due.pollUntil("payout", payout, () -> due.skippedPolls("payout", payout) > 1);
    due.pollUntil("collection", collection, () -> due.skippedPolls("collection", collection) > 1);
    due.awaitSkippedPolls("payout", waiting, 2);

    assertThat(rail.callsFor(payout)).containsExactly("submit");
    assertThat(rail.callsFor(collection)).containsExactly("prompt");
    assertThat(rail.callsFor(waiting)).isEmpty();
    SwitchedSubmission.to("on");
    due.pollUntil("payout", payout, () -> isPaid("asked later"));
    due.pollUntil("payout", waiting, () -> isPaid("waiting"));
    due.pollUntil("collection", collection, () -> partner.collected("KES").intValueExact() == 150);
    assertThat(rail.callsFor(payout)).containsExactly("submit", "ask");
    assertThat(rail.callsFor(collection)).containsExactly("prompt", "ask");
    assertThat(rail.callsFor(waiting)).containsExactly("submit");
  }

  @Test
  void aLostPaymentIsNotSubmittedAgainBeforeItIsOn() {
    rail.behave(Behaviour.LOSES_ALL);
    rail.declare(new RailCapabilities(true, Duration.ofHours(1)));
    String payout = payout("lost");
    String collection = collection("lost");
    eventually(() -> rail.callsFor(payout), calls -> calls.contains("submit"));
    eventually(() -> rail.callsFor(collection), calls -> calls.contains("prompt"));
    SwitchedSubmission.to("ask-only");
    rail.declare(new RailCapabilities(true, Duration.ZERO));

    due.pollUntil("payout", payout, () -> times(payout, "ask") > 0);
    eventually(() -> times(payout, "ask"), asked -> asked > 2);
    due.pollUntil("collection", collection, () -> times(collection, "ask") > 1);

    assertThat(rail.callsFor(payout)).containsOnlyOnce("submit");
    assertThat(rail.callsFor(collection)).containsOnlyOnce("prompt");
    assertThat(due.calls("payout", payout)).as("each question counts").isGreaterThan(2);
    SwitchedSubmission.to("on");
    due.pollUntil("payout", payout, () -> times(payout, "submit") == 2);
    due.pollUntil("collection", collection, () -> times(collection, "prompt") == 2);
  }

  @Test
  void acceptedPaymentsOfARestoreAreAskedAboutFirst() {
    SwitchedSubmission.to("ask-only");
    String payout = payout("before the restore");
    String collection = collection("before the restore");
    due.awaitSkippedPolls("payout", payout, 1);
    due.awaitSkippedPolls("collection", collection, 1);
    rail.behave(Behaviour.PAYS);
    due.rest("payout", payout);
    due.rest("collection", collection);

    assertThat(SwitchedSubmission.askFirst(rows.now())).isPositive();

    due.pollUntil("payout", payout, () -> isPaid("before the restore"));
    due.pollUntil("collection", collection, () -> partner.collected("KES").intValueExact() == 150);
    assertThat(rail.callsFor(payout)).containsExactly("ask");
    assertThat(rail.callsFor(collection)).containsExactly("ask");
  }

  /** A pod that is about to skip the poll does not take the note back. */
  @Test
  void aPayoutUnderALeaseStaysNoted() {
    SwitchedSubmission.to("ask-only");
    String id = payout("leased");
    due.awaitSkippedPolls("payout", id, 1);
    Lease lease = due.leasePayout(id);

    Instant restore = rows.now();
    SwitchedSubmission.askFirst(restore);
    PayoutLeases.leases(database, config).skip(lease, Duration.ZERO).await().atMost(PATIENCE);

    assertThat(due.calls("payout", id)).isPositive();
    SwitchedSubmission.askFirst(restore);
    assertThat(rows.pollsOf(id)).as("noted once").isEqualTo(lease.polls() + 1L);
    rows.execute(
        "UPDATE payout_due SET leased_until = NULL, next_poll_at = now() WHERE id = $1",
        UUID.fromString(id));
    rail.behave(Behaviour.PAYS);
    due.pollUntil("payout", id, () -> isPaid("leased"));
    assertThat(rail.callsFor(id)).containsExactly("ask");
  }

  /** It was called before, so that its call under the lease is no first one. */
  @Test
  void aSubmittedPayoutUnderALeaseIsNotSubmittedAgainByIt() {
    String id = payout("submitted");
    eventually(() -> due.calls("payout", id), isEqual(1L));
    SwitchedSubmission.to("ask-only");
    Lease lease = due.leasePayout(id);

    SwitchedSubmission.askFirst(rows.now());

    assertThat(intents.submitAgain(lease).await().atMost(PATIENCE)).isFalse();
    PayoutLeases.leases(database, config).end(lease).await().atMost(PATIENCE);
    assertThat(rows.pollsOf(id)).isEqualTo(lease.polls() + 1L);
    rows.execute(
        "UPDATE payout_due SET leased_until = NULL, next_poll_at = now() WHERE id = $1",
        UUID.fromString(id));
    rail.behave(Behaviour.PAYS);
    due.pollUntil("payout", id, () -> isPaid("submitted"));
    assertThat(rail.callsFor(id)).containsExactly("submit", "ask");
  }

  private boolean isPaid(String reference) {
    return statusOf(reference).equals("termination_success");
  }

  private String statusOf(String reference) {
    return partner.request().get("/business/transactions/" + reference).path("status");
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
