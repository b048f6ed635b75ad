package org.mizani.webhook.delivery;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;
import static org.mizani.webhook.delivery.SentWebhooks.BULK;
import static org.mizani.webhook.delivery.SentWebhooks.replayPath;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.PatientPool;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.webhook.DeadDeliveries;

/** Replays of a business at the same time, and while it is suspended or its key revoked. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class OwnReplayRaceApiTest {

  private static final int ROUNDS = 5;
  private static final int REQUESTS = 30;
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database()"
          + " AND query ILIKE '%from business %for no key update%'";

  @Inject TestPartners partners;
  @Inject SentWebhooks sent;
  @Inject DeadDeliveries dead;
  @Inject Rows rows;
  @Inject Pool pool;

  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void aPartnerWithAReceiver() throws IOException {
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @AfterEach
  void closeTheReceiver() {
    receiver.close();
  }

  @Test
  void replaysOfOneDeliveryAtOnceSendItOnceMoreEach() {
    for (int round = 1; round <= ROUNDS; round++) {
      String delivery = sent.delivered(partner, "round " + round, receiver.url("/" + round));
      String path = "/" + round;

      List<Integer> statuses = post(replayPath(delivery));

      assertThat(statuses).contains(202).isSubsetOf(202, 409, 503);
      int replays = (int) statuses.stream().filter(status -> status == 202).count();
      eventually(() -> sent.status(delivery), "delivered"::equals);
      assertThat(sent.replays(delivery)).isEqualTo(replays);
      assertThat(receiver.at(path)).hasSize(1 + replays);
    }
    assertThat(sent.entriesOf(partner.apiKey())).isEqualTo(receiver.received().size() - ROUNDS);
  }

  @Test
  void replaysOfDeadOnesAtOnceSendEachOnceMore() {
    dead.write(partner.businessId(), receiver.url(), 500, "now()");

    List<Integer> statuses = post(BULK);

    assertThat(statuses).contains(200).isSubsetOf(200, 503);
    eventually(() -> receiver.received().size(), count -> count >= 500);
    assertThat(receiver.received().stream().map(one -> one.header("webhook-id")).distinct())
        .hasSize(500);
    assertThat(receiver.received()).hasSize(500);
    assertThat(sent.entriesOf(partner.apiKey())).isOne();
  }

  @Test
  void aSecondReplayOfDeadOnesIsRefusedMeanwhile() {
    // Given
    Partner other = partners.create(Map.of());
    SqlConnection session = begun();
    run(
        session,
        "SELECT pg_advisory_xact_lock(hashtext('webhook_replay'), hashint8("
            + partner.businessId()
            + "))");

    // When
    Response second = partner.request().post(BULK);
    Response ofOther = other.request().post(BULK);

    // Then
    assertRefused(second, 409, "another replay of dead deliveries is under way");
    assertCoded(second, ErrorCode.REPLAY_UNDER_WAY, "");
    assertThat(ofOther.statusCode()).isEqualTo(200);
    end(session, "ROLLBACK");
    assertThat(partner.request().post(BULK).statusCode()).isEqualTo(200);
  }

  @Test
  void replaysThatWaitForTheirBusinessHoldUpNoOther() throws Exception {
    // Given
    String delivery = sent.delivered(partner, "held", receiver.url());
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String ofOther = sent.delivered(other, "beside", receiver.url());
    SqlConnection session = begun();
    run(
        session,
        "SELECT id FROM business WHERE id = " + partner.businessId() + " FOR NO KEY UPDATE");
    CompletableFuture<List<Integer>> statuses =
        CompletableFuture.supplyAsync(() -> post(replayPath(delivery)));
    try {
      Eventually.holds(() -> assertThat(rows.count(WAITING)).isPositive());

      // When
      int paid = other.transfer(transferOf("too")).statusCode();
      long waiting = rows.count(WAITING);
      int replayed = other.request().post(replayPath(ofOther)).statusCode();

      // Then
      assertThat(paid).isEqualTo(201);
      assertThat(replayed).isEqualTo(202);
      assertThat(waiting).isLessThanOrEqualTo(1);
    } finally {
      end(session, "ROLLBACK");
    }
    assertThat(statuses.get(2, MINUTES)).isSubsetOf(202, 409, 503);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBusinessThatIsSuspendedMeanwhileReplaysNone(boolean single) throws Exception {
    String changed = "UPDATE business SET suspended = true WHERE id = " + partner.businessId();

    assertRefused(replayedDuring(changed, single), 403, "business is suspended");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKeyThatIsRevokedMeanwhileReplaysNone(boolean single) throws Exception {
    String changed =
        "WITH locked AS MATERIALIZED (SELECT id FROM business WHERE id = %d FOR NO KEY UPDATE)"
                .formatted(partner.businessId())
            + " UPDATE api_key SET revoked_at = now() WHERE business_id = (SELECT id FROM locked)";

    Response refused = replayedDuring(changed, single);

    assertThat(refused.statusCode()).as(refused.asString()).isEqualTo(401);
    assertCoded(refused, ErrorCode.KEY_REVOKED, "");
  }

  /** The answer to a replay that waits until this change, of which it learns by its lock alone. */
  private Response replayedDuring(String change, boolean single) throws Exception {
    // Given
    String delivered = sent.delivered(partner, "meanwhile", receiver.url());
    String given = dead.write(partner.businessId(), receiver.url(), 1, "now()").iterator().next();
    SqlConnection session = begun();
    run(session, change);
    CompletableFuture<Response> answer =
        CompletableFuture.supplyAsync(
            () -> partner.request().post(single ? replayPath(delivered) : BULK));
    Eventually.holds(() -> assertThat(rows.count(WAITING)).isOne());

    // When
    end(session, "COMMIT");

    // Then
    Response refused = answer.get(2, MINUTES);
    assertThat(sent.replays(delivered) + sent.replays(given)).isZero();
    assertThat(sent.status(given)).isEqualTo("dead");
    assertThat(sent.entriesOf(partner.apiKey())).isZero();
    return refused;
  }

  private List<Integer> post(String path) {
    return AtOnce.send(REQUESTS, i -> AtOnce.post(partner, path, "")).stream()
        .map(HttpResponse::statusCode)
        .toList();
  }

  /** A transaction that may wait for the test, however slow the machine is. */
  private SqlConnection begun() {
    SqlConnection session = pool.getConnection().await().atMost(PATIENCE);
    run(session, PatientPool.BEGIN);
    return session;
  }

  private static void end(SqlConnection session, String statement) {
    run(session, statement);
    session.close().await().atMost(PATIENCE);
  }

  private static void run(SqlConnection session, String statement) {
    session.query(statement).execute().await().atMost(PATIENCE);
  }
}
