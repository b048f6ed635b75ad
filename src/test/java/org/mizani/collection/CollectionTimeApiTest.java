package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.ScriptedRailProfile;
import org.mizani.rail.AmountRule;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.RailCapabilities;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Times of collections: for a prompt, for a question, and after their end. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class CollectionTimeApiTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Collected PAID = new Collected("R1", Optional.empty());
  private static final RailCapabilities FINDS_AFTER_AN_HOUR = new RailCapabilities(true, HOUR);
  private static final RailCapabilities ASKED_AFTER_AN_HOUR =
      new RailCapabilities(true, Duration.ZERO, Duration.ofDays(1), HOUR, AmountRule.ANY);

  /** Less than the least time for a prompt, which is 30 s. */
  private static final String TOO_SOON = "now() + interval '29 s'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject PolledCollections collections;

  private Partner partner;

  @BeforeEach
  void aPartnerWhoseCustomersHesitate() {
    partner = partners.createShop(Map.of());
    rail.answerWith(new Unknown("under way"));
  }

  @AfterEach
  void booksBalance() {
    rail.declare(new RailCapabilities(true, Duration.ZERO));
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  @Test
  void aNetworkIsNotAskedBeforeThatIsOfUse() {
    rail.declare(ASKED_AFTER_AN_HOUR);
    UUID id = prompted();

    collections.poll(id);

    assertThat(rail.callsFor(id.toString())).containsExactly("prompt");
    assertThat(collections.due(id, "skipped_polls = 1")).as("a poll without a call").isTrue();
  }

  @Test
  void anApprovalOfTheLastMomentIsAskedForEvenEarly() {
    rail.declare(ASKED_AFTER_AN_HOUR);
    UUID id = prompted();
    rail.answerWith(PAID);

    collections.pollAfterTheEnd(id);

    assertThat(rail.callsFor(id.toString())).containsExactly("prompt", "ask");
    assertThat(collections.status(id)).isEqualTo("success");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  @Test
  void aCustomerIsNotPromptedWithTooLittleTime() {
    UUID id = prompted();
    // As if no pod had called the rail yet.
    rows.execute("UPDATE collection_due SET skipped_polls = polls WHERE id = $1", id);
    rows.changeCollection(id, "expires_at = " + TOO_SOON);

    collections.poll(id);
    collections.pollAfterTheEnd(id);

    assertThat(rail.callsFor(id.toString()))
        .as("neither prompted again nor asked about")
        .containsExactly("prompt");
    assertThat(collections.status(id)).isEqualTo("cancelled");
  }

  @Test
  void aLostPromptIsNotSentAgainWithTooLittleTime() {
    UUID id = lostForAnHour();
    rows.changeCollection(id, "expires_at = " + TOO_SOON);

    collections.poll(id);

    assertThat(rail.callsFor(id.toString())).containsExactly("prompt", "ask");
  }

  /** Its customer cannot approve it any more, so no late payment is asked for. */
  @Test
  void aLostPromptHasLapsedOnceTheTimeIsUp() {
    UUID id = lostForAnHour();

    collections.pollAfterTheEnd(id);

    assertThat(collections.status(id)).isEqualTo("cancelled");
    assertThat(collections.isPolled(id)).isFalse();
    assertThat(collections.isFlagged(id)).isFalse();
    assertThat(rail.callsFor(id.toString())).containsExactly("prompt", "ask");
  }

  @Test
  void aLatePaymentIsCreditedAfterTheReturnOfItsRail() {
    UUID id = prompted();
    collections.pollAfterTheEnd(id);
    assertThat(collections.status(id)).isEqualTo("cancelled");
    rail.behave(Behaviour.IS_AWAY);
    collections.poll(id);
    assertThat(collections.isPolled(id)).as("it is asked again").isTrue();
    rail.answerWith(PAID);

    collections.poll(id);

    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(collections.status(id)).isEqualTo("cancelled");
    assertThat(collections.isFlagged(id)).isTrue();
    assertThat(collections.isPolled(id)).isFalse();
  }

  private UUID prompted() {
    return collections.putOff(partner.collect(collectionOf("order")).path("id"));
  }

  /** A prompt of which the network says that it does not have it, and its word counts. */
  private UUID lostForAnHour() {
    rail.declare(FINDS_AFTER_AN_HOUR);
    rail.behave(Behaviour.LOSES_ALL);
    UUID id = prompted();
    rows.execute(
        "UPDATE collection_due SET prompted_at = now() - interval '1 hour' WHERE id = $1", id);
    return id;
  }
}
