package org.mizani.collection;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.business.BusinessProfile;
import org.mizani.operator.business.Desk;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.ScriptedRailProfile;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.support.WebhookReceiver.Received;

/**
 * Collections while the encryption key of their webhook's signature is gone: a webhook that could
 * not be sent holds the rail's calls up, and no payment.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class CollectionKeyLossApiTest {

  private static final BusinessProfile SHOP = BusinessProfile.named("Shop").withCollections();
  private static final Collected PAID = new Collected("R1", Optional.empty());

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject PolledCollections collections;
  @Inject Desk desk;

  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void aPartnerWithWebhooks() throws Exception {
    receiver = WebhookReceiver.listen();
    partner =
        partners.create(
            SHOP.withCallbackUrls(Optional.empty(), Optional.of(receiver.url())), Map.of());
    rail.answerWith(new Unknown("under way"));
  }

  @AfterEach
  void booksBalance() {
    receiver.close();
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  @Test
  void aCollectionWaitsForTheKeyAndIsFlaggedAtItsEnd() {
    UUID id = prompted(partner);

    desk.whileUnreadable(
        partner,
        () -> {
          collections.poll(id);
          assertThat(collections.status(id)).isEqualTo("pending");
          assertThat(collections.due(id, "skipped_polls = 1")).isTrue();
          collections.pollAfterTheEnd(id);
        });

    assertThat(rail.callsFor(id.toString())).containsExactly("prompt");
    assertThat(collections.status(id)).isEqualTo("cancelled");
    eventually(() -> collections.isFlagged(id), isEqual(true));
    assertThat(collections.isPolled(id)).as("it may have been paid").isTrue();
    assertThat(deliveries()).as("no receiver could trust it").isZero();
  }

  @Test
  void aLatePaymentIsCreditedWithoutTheKey() {
    UUID id = prompted(partner);
    collections.pollAfterTheEnd(id);
    eventually(receiver::received, received -> received.size() == 1);
    rail.answerWith(PAID);

    desk.whileUnreadable(partner, () -> collections.poll(id));

    assertThat(collections.status(id)).isEqualTo("cancelled");
    assertThat(collections.credited(id)).isEqualTo(15_000);
  }

  @Test
  void aCollectionWithoutWebhookNeedsNoKey() {
    Partner withoutWebhooks = partners.create(SHOP, Map.of());
    UUID id = prompted(withoutWebhooks);
    rail.answerWith(PAID);

    desk.whileUnreadable(withoutWebhooks, () -> collections.poll(id));

    assertThat(collections.status(id)).isEqualTo("success");
    assertThat(collections.credited(id)).isEqualTo(15_000);
  }

  /** An endpoint verifies by a secret of its own. */
  @Test
  void anEndpointIsToldWithoutTheKey() {
    Partner withEndpoint = partners.create(SHOP, Map.of());
    withEndpoint
        .request()
        .body(Map.of("url", receiver.url("/endpoint"), "kinds", List.of("collection")))
        .post("/business/webhook-endpoints")
        .created();
    UUID id = prompted(withEndpoint);
    rail.answerWith(PAID);

    desk.whileUnreadable(withEndpoint, () -> collections.poll(id));

    List<Received> told = eventually(() -> receiver.at("/endpoint"), all -> all.size() == 1);
    JsonObject body = new JsonObject(told.get(0).body());
    assertThat(body.getString("collectionId")).isEqualTo(id.toString());
    assertThat(body.getString("businessId")).isEqualTo(publicIdOf(withEndpoint));
  }

  private String publicIdOf(Partner business) {
    return rows.execute("SELECT public_id FROM business WHERE id = $1", business.businessId())
        .get(0)
        .getUUID(0)
        .toString();
  }

  private long deliveries() {
    return rows.count(
        "SELECT count(*) FROM webhook_delivery WHERE business_id = $1", partner.businessId());
  }

  private UUID prompted(Partner by) {
    return collections.putOff(by.collect(collectionOf("order")).path("id"));
  }
}
