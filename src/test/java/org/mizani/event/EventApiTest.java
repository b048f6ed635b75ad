package org.mizani.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.event.ReadEvents.PATH;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.payout.PayoutReturns;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.ScriptedRailProfile;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.FailureCode;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** Events of a business: all of its ends and returns, in order, with the bodies of webhooks. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class EventApiTest {

  private static final Money OTHER_AMOUNT = new Money(CurrencyUnit.KES, 14_950);

  @Inject TestPartners partners;
  @Inject ScriptedRail rail;
  @Inject PayoutReturns returns;
  @Inject CursorCodec cursors;
  @Inject Rows rows;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "1000"));
    rail.behave(Behaviour.PAYS);
  }

  @Test
  void endsAndReturnsAreListedInTheirOrderWithoutAUrl() {
    String paid = payout(transferOf("paid"));
    rail.behave(Behaviour.DECLINES);
    String failed = payout(transferOf("failed"));
    rail.answerWith(new Collected("SJK4H7L2QX", Optional.empty()));
    String collected = collection("collected");
    rail.answerWith(new Declined(FailureCode.CUSTOMER_DECLINED, "no"));
    String declined = collection("declined");
    giveBack(paid);

    List<JsonObject> events = new ReadEvents(partner, 500).next();

    assertThat(events)
        .extracting(event -> event.getString("id"))
        .containsExactly(
            "payout:" + paid,
            "payout:" + failed,
            "collection:" + collected,
            "collection:" + declined,
            "payout_return:" + paid);
    assertThat(events)
        .extracting(event -> event.getString("kind"))
        .containsExactly("payout", "payout", "collection", "collection", "payout_return");
    assertThat(events)
        .extracting(event -> event.getJsonObject("data").getString("status"))
        .containsExactly(
            "termination_success",
            "termination_failure",
            "collection_success",
            "collection_failure",
            "termination_failure");
  }

  @Test
  void aBodyIsThatOfTheWebhookWithoutItsSignature() throws Exception {
    try (WebhookReceiver receiver = WebhookReceiver.listen()) {
      Map<String, Object> body = transferOf("told");
      body.put("callbackUrl", receiver.url());
      String payout = payout(body);
      giveBack(payout);
      rail.answerWith(new Collected("SJK4H7L2QX", Optional.empty(), Optional.of(OTHER_AMOUNT)));
      collection("paid", receiver.url());
      rail.answerWith(new Declined(FailureCode.CUSTOMER_DECLINED, "no"));
      collection("unpaid", receiver.url());
      List<JsonObject> told =
          eventually(() -> distinct(receiver), bodies -> bodies.size() == 4).stream()
              .map(JsonObject::new)
              .toList();

      List<JsonObject> read =
          new ReadEvents(partner, 500)
              .next().stream().map(event -> event.getJsonObject("data")).toList();

      assertThat(told).allSatisfy(one -> assertThat(one.getString("signature")).isNotBlank());
      told.forEach(one -> one.remove("signature"));
      // Each by its own clock: the time of the pod, and that of the database.
      assertThat(read)
          .extracting(data -> data.getString("occurredAt"))
          .satisfiesExactly(
              none -> assertThat(none).isNull(),
              none -> assertThat(none).isNull(),
              time -> assertThat(time).matches("[-0-9]{10}T[:0-9]{8}(\\.[0-9]{1,3})?Z"),
              time -> assertThat(time).matches("[-0-9]{10}T[:0-9]{8}(\\.[0-9]{1,3})?Z"));
      List.of(told, read).forEach(all -> all.forEach(one -> one.remove("occurredAt")));
      assertThat(read).containsExactlyInAnyOrderElementsOf(told);
      assertThat(read)
          .allSatisfy(
              one ->
                  assertThat(told.stream().map(JsonObject::encode).toList())
                      .contains(one.encode()));
    }
  }

  /** A body may arrive twice. */
  private static List<String> distinct(WebhookReceiver receiver) {
    return receiver.bodies().stream().distinct().toList();
  }

  @Test
  void twoReadersSeeTheSameWhateverTheirPages() {
    for (int n = 0; n < 4; n++) {
      rail.behave(n % 2 == 0 ? Behaviour.PAYS : Behaviour.DECLINES);
      payout(transferOf("payout " + n));
      rail.answerWith(new Declined(FailureCode.CUSTOMER_DECLINED, "no"));
      collection("collection " + n);
    }
    ReadEvents one = new ReadEvents(partner, 1);
    ReadEvents other = new ReadEvents(partner, 3);

    List<JsonObject> first = one.next();
    List<JsonObject> second = other.next();

    assertThat(first).hasSize(8).isEqualTo(second);
    assertThat(new HashSet<>(first)).hasSize(8);
    assertThat(one.next()).isEmpty();
    rail.behave(Behaviour.PAYS);
    payout(transferOf("later"));
    assertThat(one.nextReferences()).containsExactly("later");
    assertThat(other.nextReferences()).containsExactly("later");
  }

  @Test
  void aPaymentAfterTheEndOfItsCollectionIsNoSecondEvent() {
    rail.answerWith(new Unknown("under way"));
    String late = partner.collect(collectionOf("late")).created().path("id");
    rows.changeCollection(UUID.fromString(late), "expires_at = now()");
    eventually(() -> polled(late), status -> !"collection_pending".equals(status));
    rail.answerWith(new Collected("SJK4H7L2QX", Optional.empty()));
    eventually(
        () -> {
          polled(late);
          return rows.transfersOf(late);
        },
        transfers -> transfers.contains("collect"));

    List<JsonObject> events = new ReadEvents(partner, 1).next();

    assertThat(events).hasSize(1);
    assertThat(events.get(0).getJsonObject("data").getMap())
        .containsEntry("status", "cancelled")
        .containsEntry("mnoPaymentReference", null);
  }

  @Test
  void anErasedCustomerHidesThePhoneAlone() {
    rail.answerWith(new Collected("SJK4H7L2QX", Optional.empty()));
    rows.eraseCustomer(UUID.fromString(collection("erased")));

    assertThat(new ReadEvents(partner, 1).next().get(0).getJsonObject("data").getMap())
        .containsEntry("mobile", "")
        .containsEntry("mnoPaymentReference", "SJK4H7L2QX");
  }

  @Test
  void anotherBusinessSeesNoneAndItsCursorIsRefused() {
    payout(transferOf("mine"));
    ReadEvents reader = new ReadEvents(partner, 1);
    reader.next();
    Partner other = partners.create(Map.of());

    assertThat(new ReadEvents(other, 1).next()).isEmpty();
    assertRefused(
        other.request().queryParam("after", reader.after()).get(PATH), 400, "after is not valid");
  }

  @ParameterizedTest
  @CsvSource({
    "after, nonsense, after is not valid",
    "after, AAAA, after is not valid",
    "limit, 0, limit must be a positive whole number",
    "cursor, x, cursor is not a parameter of this operation"
  })
  void anUnusableQueryIsRefused(String parameter, String value, String refusal) {
    assertRefused(partner.request().queryParam(parameter, value).get(PATH), 400, refusal);
  }

  @Test
  void anEndOfMoreThanThirtyDaysAgoIsNotListed() {
    rail.answerWith(new Declined(FailureCode.CUSTOMER_DECLINED, "no"));
    UUID old = UUID.fromString(collection("old"));
    collection("recent");
    rows.execute(
        "UPDATE collection_unpaid SET settled_at = now() - interval '31 days' WHERE id = $1", old);

    assertThat(new ReadEvents(partner, 1).nextReferences()).containsExactly("recent");
  }

  @Test
  void aCursorBehindWhichEventsMayBeMissingIsRefused() {
    payout(transferOf("kept"));

    assertThat(
            partner.request().queryParam("after", cursor(Duration.ofDays(29))).get(PATH).asString())
        .contains("\"businessReference\":\"kept\"");
    assertRefused(
        partner.request().queryParam("after", cursor(Duration.ofDays(31))).get(PATH),
        400,
        "after is older than the events that are kept");
  }

  private String cursor(Duration age) {
    String business = partner.request().get("/business/balance").path("businessId");
    return cursors.encode(
        "business/events/" + business, Cursor.of(rows.now().minus(age), Map.of()));
  }

  private String payout(Map<String, Object> body) {
    String id = partner.transfer(body).created().path("serviceReference");
    partner.finalStatus((String) body.get("businessReference"));
    return id;
  }

  private void giveBack(String payout) {
    Optional<Money> returned =
        returns
            .enter(
                UUID.fromString(payout), "return of " + payout, () -> Uni.createFrom().voidItem())
            .await()
            .atMost(PATIENCE);
    assertThat(returned).isPresent();
  }

  private String collection(String reference) {
    return collection(reference, null);
  }

  private String collection(String reference, String url) {
    Map<String, Object> body = collectionOf(reference);
    if (url != null) {
      body.put("callbackUrl", url);
    }
    String id = partner.collect(body).created().path("id");
    eventually(
        () -> partner.request().get("/business/collections/" + id).path("status"),
        status -> !"collection_pending".equals(status));
    return id;
  }

  private String polled(String collection) {
    rows.execute(
        "UPDATE collection_due SET next_poll_at = now() WHERE id = $1"
            + " AND (leased_until = next_poll_at AND leased_until > now()) IS NOT TRUE",
        UUID.fromString(collection));
    return partner.request().get("/business/collections/" + collection).path("status");
  }
}
