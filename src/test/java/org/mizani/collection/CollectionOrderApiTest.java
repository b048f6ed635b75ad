package org.mizani.collection;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.ScriptedRailProfile;
import org.mizani.rail.AmountRule;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.RailCapabilities;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.work.PodPlaces;

/** Orders of collections, by the rule of their network and by the places of the pod. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class CollectionOrderApiTest {

  private static final RailCapabilities WHOLE_UNITS =
      new RailCapabilities(
          true, Duration.ZERO, Duration.ofDays(1), Duration.ZERO, AmountRule.WHOLE_UNITS);

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject CollectionSettler settler;
  @Inject PolledCollections collections;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of());
    rail.behave(Behaviour.PAYS);
  }

  @AfterEach
  void booksBalance() {
    rail.declare(new RailCapabilities(true, Duration.ZERO));
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  @Test
  void anAmountThatTheNetworkDoesNotMoveIsRefused() {
    rail.declare(WHOLE_UNITS);
    Map<String, Object> body = collectionOf("cents");
    body.put("amount", new BigDecimal("149.5"));

    assertRefused(partner.collect(body), 400, "amount must be a whole number of KES");
    assertThat(partner.request().get("/business/collections").json().getList("items")).isEmpty();
  }

  /** The customer of such a collection is prompted by the next tick of a pod with a place. */
  @Test
  void aCollectionBeyondThePlacesOfThePodIsPromptedOnce() {
    String id = PodPlaces.whileTaken(settler, this::createdForAnotherPod);

    eventually(() -> collections.status(UUID.fromString(id)), isEqual("success"));
    assertThat(rail.callsFor(id)).containsExactly("prompt");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  @Test
  void theWebhookOfTheExactAmountNamesNoOther() throws Exception {
    rail.answerWith(
        new Collected("R1", Optional.empty(), Optional.of(new Money(CurrencyUnit.KES, 15_000))));
    try (WebhookReceiver receiver = WebhookReceiver.listen()) {
      Map<String, Object> body = collectionOf("exact");
      body.put("callbackUrl", receiver.url());

      partner.collect(body);

      JsonObject told =
          new JsonObject(eventually(receiver::received, all -> !all.isEmpty()).get(0).body());
      assertThat(told.getInteger("amount")).isEqualTo(150);
      assertThat(told.containsKey("amountPaid")).isFalse();
    }
  }

  private String createdForAnotherPod() {
    String id = partner.collect(collectionOf("beyond")).path("id");
    assertThat(collections.due(UUID.fromString(id), "polls = 0")).isTrue();
    assertThat(rail.callsFor(id)).isEmpty();
    return id;
  }
}
