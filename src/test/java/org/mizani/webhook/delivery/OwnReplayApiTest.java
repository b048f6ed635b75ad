package org.mizani.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.webhook.delivery.SentWebhooks.BULK;
import static org.mizani.webhook.delivery.SentWebhooks.PATH;
import static org.mizani.webhook.delivery.SentWebhooks.replayPath;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.business.Desk;
import org.mizani.support.QuickProfile;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.webhook.DeadDeliveries;
import org.mizani.webhook.WebhookReplays;

/** A business replays its own deliveries, by a key that manages. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class OwnReplayApiTest {

  /** The default of {@code PAYMENTS_WEBHOOK_REPLAYS_MOST}. */
  private static final int MOST = 20;

  /** The default of {@code PAYMENTS_WEBHOOK_REPLAYS_PER_DAY}. */
  private static final int MOST_OF_A_DAY = 500;

  /** Nine tenths of what a business may have pending under {@link QuickProfile}. */
  private static final int NEAR_THE_CAP = 18_000;

  private static final String SINCE_LONG = PATH + "/replay?since=2001-01-01";

  @Inject TestPartners partners;
  @Inject SentWebhooks sent;
  @Inject DeadDeliveries deadDeliveries;
  @Inject AuditEntries audit;
  @Inject Rows rows;

  private WebhookReceiver receiver;
  private Partner partner;
  private String business;

  @BeforeEach
  void aPartnerWithAReceiver() throws IOException {
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    business = Desk.idOf(partner);
  }

  @AfterEach
  void closeTheReceiver() {
    receiver.close();
  }

  @Test
  void aDeliveredOneIsSentAgainAndAudited() {
    String delivery = sent.delivered(partner, "again", receiver.url());

    Response replayed = replay(delivery);

    assertThat(replayed.statusCode()).as(replayed.asString()).isEqualTo(202);
    assertThat(replayed.<String>path("status")).isEqualTo("pending");
    assertThat(replayed.<Integer>path("replays")).isOne();
    List<String> bodies = eventually(receiver::bodies, all -> all.size() == 2);
    assertThat(bodies.get(1)).isEqualTo(bodies.get(0));
    assertThat(receiver.received().get(1).header("webhook-id")).isEqualTo(delivery);
    assertThat(audit.of("webhook-delivery/" + delivery, "api-key/" + partner.apiKey()))
        .extracting(AuditEntries.Written::action)
        .containsExactly("webhook-delivery.replay");
  }

  @Test
  void deadOnesSinceATimeAreSentAgain() {
    String before = dead(1, "now() - interval '2 days'").iterator().next();
    Set<String> dead = dead(3, "now()");

    Response replayed =
        partner
            .request()
            .queryParam("since", rows.now().minus(Duration.ofDays(1)).toString())
            .post(PATH + "/replay");

    assertThat(replayed.asString()).isEqualTo("{\"replayed\":3,\"more\":false}");
    for (String delivery : dead) {
      eventually(() -> sent.status(delivery), "delivered"::equals);
    }
    assertThat(sent.status(before)).isEqualTo("dead");
    assertThat(bulkEntries()).containsExactly(3);
  }

  @Test
  void aFullCallTellsThatThereMayBeMore() {
    dead(WebhookReplays.MOST_AT_ONCE + 1, "now()");

    Response first = partner.request().post(BULK);
    Response second = partner.request().post(BULK);

    assertThat(first.asString()).isEqualTo("{\"replayed\":1000,\"more\":true}");
    assertThat(second.asString()).isEqualTo("{\"replayed\":1,\"more\":false}");
    assertThat(bulkEntries()).containsExactly(1000, 1);
    eventually(() -> receiver.received().size(), count -> count > WebhookReplays.MOST_AT_ONCE);
  }

  @Test
  void aCallThatFindsNoDeadOneHasNoEntry() {
    Response replayed = partner.request().post(BULK);

    assertThat(replayed.asString()).isEqualTo("{\"replayed\":0,\"more\":false}");
    assertThat(sent.entriesOf(partner.apiKey())).isZero();
  }

  @Test
  void oneThatWasReplayedTooOftenIsNotReplayed() {
    String delivery = sent.delivered(partner, "often", receiver.url());
    sent.replayed(delivery, MOST - 1);
    assertThat(replay(delivery).statusCode()).isEqualTo(202);
    eventually(() -> sent.status(delivery), "delivered"::equals);

    Response refused = replay(delivery);

    assertRefused(refused, 409, "delivery was replayed too often");
    assertCoded(refused, ErrorCode.TOO_MANY_REPLAYS, "");
    assertThat(sent.replays(delivery)).isEqualTo(MOST);
    assertThat(sent.entriesOf(partner.apiKey())).isOne();
    assertThat(
            TestOperator.request()
                .post("/operator/webhook-deliveries/" + delivery + "/replay")
                .statusCode())
        .isEqualTo(202);
  }

  @Test
  void aDayHasSoManySingleReplaysAndTheNextDayAsMany() {
    String last = sent.delivered(partner, "last", receiver.url());
    String beyond = sent.delivered(partner, "beyond", receiver.url());
    sent.replayedToday(partner.businessId(), MOST_OF_A_DAY - 1);
    assertThat(replay(last).statusCode()).isEqualTo(202);

    Response refused = replay(beyond);

    assertRefused(refused, 429, "too many replays in a day");
    assertCoded(refused, ErrorCode.LIMIT_REACHED, "");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
    assertThat(sent.replays(beyond)).isZero();
    assertThat(sent.entriesOf(partner.apiKey())).isOne();
    dead(1, "now()");
    assertThat(partner.request().post(BULK).<Integer>path("replayed")).isOne();
    sent.aDayLater(partner.businessId());
    assertThat(replay(beyond).statusCode()).isEqualTo(202);
  }

  @Test
  void oneThatCannotBeReplayedIsToldAsSuchWhenTheDayIsUsedUp() {
    String erased = sent.delivered(partner, "erased", receiver.url());
    sent.erase(erased);
    sent.replayedToday(partner.businessId(), MOST_OF_A_DAY);

    assertRefused(replay(erased), 404, "delivery not found");
  }

  @Test
  void aReplayThatIsRefusedCountsInNoDay() {
    String delivery = sent.delivered(partner, "refused", receiver.url());
    sent.replayedToday(partner.businessId(), MOST_OF_A_DAY - 1);
    sent.erase(delivery);
    assertRefused(replay(delivery), 404, "delivery not found");

    assertThat(replay(sent.delivered(partner, "fine", receiver.url())).statusCode()).isEqualTo(202);
  }

  @Test
  void deadOnesStayDeadWhileTheBusinessIsNearItsCapOfPendingOnes() {
    String delivery = dead(1, "now()").iterator().next();
    sent.pending(partner.businessId(), NEAR_THE_CAP);

    Response refused = partner.request().post(BULK);

    assertRefused(refused, 409, "too many deliveries are pending");
    assertCoded(refused, ErrorCode.TOO_MANY_PENDING, "");
    assertThat(sent.status(delivery)).isEqualTo("dead");
    assertThat(sent.entriesOf(partner.apiKey())).isZero();
    assertThat(partners.create(Map.of()).request().post(BULK).statusCode()).isEqualTo(200);
    sent.pending(partner.businessId(), NEAR_THE_CAP - 1);
    assertThat(partner.request().post(BULK).<Integer>path("replayed")).isOne();
    sent.pending(partner.businessId(), 0);
  }

  @Test
  void aPendingOneIsNotReplayedHoweverOftenItWas() {
    String delivery = dead(1, "now()").iterator().next();
    rows.execute(
        """
        WITH pending AS (
          UPDATE webhook_delivery SET status = 'pending', replays = $2 WHERE id = $1
          RETURNING id, business_id, created_at, host
        ), dead AS (DELETE FROM webhook_dead WHERE id = $1)
        INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)
        SELECT id, business_id, created_at, now() + interval '1 h', host FROM pending
        """,
        UUID.fromString(delivery),
        MOST);

    Response refused = replay(delivery);

    assertRefused(refused, 409, "delivery is pending");
    assertCoded(refused, ErrorCode.DELIVERY_PENDING, "");
    assertThat(sent.entriesOf(partner.apiKey())).isZero();
  }

  @Test
  void anotherBusinessReplaysNone() {
    String delivery = sent.delivered(partner, "mine", receiver.url());
    String dead = dead(1, "now()").iterator().next();
    Partner other = partners.create(Map.of());

    assertRefused(other.request().post(replayPath(delivery)), 404, "delivery not found");
    assertRefused(other.request().post(replayPath(dead)), 404, "delivery not found");
    assertThat(other.request().post(BULK).<Integer>path("replayed")).isZero();

    assertThat(sent.replays(delivery) + sent.replays(dead)).isZero();
    assertThat(sent.entriesOf(other.apiKey())).isZero();
    assertThat(receiver.received()).hasSize(1);
  }

  @Test
  void aKeyThatDoesNotManageReplaysNone() {
    String delivery = sent.delivered(partner, "read", receiver.url());
    String others = SentWebhooks.tokenOf(business, List.of("read", "pay", "collect", "verify"));

    Response single = with(others).post(replayPath(delivery));
    Response bulk = with(others).post(BULK);

    assertRefused(single, 403, "api key lacks the scope manage");
    assertRefused(bulk, 403, "api key lacks the scope manage");
    assertThat(sent.replays(delivery)).isZero();
  }

  @Test
  void oneWithoutABodyIsNotReplayed() {
    String delivery = sent.delivered(partner, "erased", receiver.url());
    sent.erase(delivery);

    assertRefused(replay(delivery), 404, "delivery not found");
    assertThat(sent.entriesOf(partner.apiKey())).isZero();
  }

  @Test
  void oneThatIsErasedWithinAnHourIsNotReplayed() {
    String ends = dead(1, "now() - interval '30 days' + interval '50 min'").iterator().next();
    String stays = dead(1, "now() - interval '30 days' + interval '2 h'").iterator().next();

    assertRefused(replay(ends), 404, "delivery not found");
    assertThat(partner.request().post(SINCE_LONG).<Integer>path("replayed")).isOne();
    assertThat(sent.replays(ends)).isZero();
    eventually(() -> sent.status(stays), "delivered"::equals);
  }

  @Test
  void refusesAQueryThatItDoesNotKnow() {
    assertRefused(partner.request().post(PATH + "/replay"), 400, "since is required");
    assertRefused(
        partner.request().post(BULK + "&to=2026-02-01"),
        400,
        "to is not a parameter of this operation");
    assertRefused(
        partner.request().post(BULK + "&since=2026-02-01"), 400, "since must be given once");
  }

  private Set<String> dead(int count, String createdAt) {
    return deadDeliveries.write(partner.businessId(), receiver.url(), count, createdAt);
  }

  private Response replay(String delivery) {
    return partner.request().post(replayPath(delivery));
  }

  private static Request with(String token) {
    return Request.given().header("Authorization", "Bearer " + token);
  }

  /** The counts in the entries of replays of dead ones, oldest first. */
  private List<Integer> bulkEntries() {
    return audit
        .of("business/" + business + "/webhook-deliveries", "api-key/" + partner.apiKey())
        .stream()
        .map(entry -> entry.after().getInteger("replayed"))
        .toList();
  }
}
