package org.mizani.rail.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Request.given;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CallbackUrls;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.StandIns;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.rail.daraja.StandInFault;
import org.mizani.rail.daraja.StandInOperation;
import org.mizani.rail.daraja.StandInPlan;
import org.mizani.rail.guard.RailPauses;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Float balances of a network that answers at once, and of one that answers by callback. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class RailFloatApiTest {

  private static final String UTILITY = "Utility Account";
  private static final String TANZANIA = "TZA";

  @Inject FloatReader reader;
  @Inject FloatStore store;
  @Inject CallbackUrls urls;
  @Inject MeterRegistry metrics;
  @Inject RailPauses pauses;
  @Inject Rows rows;
  @Inject StandIns standIns;

  @ConfigProperty(name = "payments.rail.kenya.callback-url")
  URI callbackUrl;

  private PawapayStandIn momo;
  private DarajaStandIn kenya;

  @BeforeEach
  void resetBalances() {
    // The service's own tick at its start keeps balances as well: it ends by showing ages.
    eventually(() -> metrics.find("payments.rail.float.age").gauges(), ages -> !ages.isEmpty());
    // A late answer to an earlier test then finds no question.
    rows.execute("DELETE FROM rail_float_question");
    rows.execute("DELETE FROM rail_balance");
    momo = standIns.momo();
    momo.books().setBalance("TZS", new BigDecimal("7000.5"));
    kenya = standIns.kenya();
    kenya.books().leave(453_840);
  }

  @Test
  void aBalanceInTheAnswerIsStoredAndShown() {
    Instant before = Instant.now().minusSeconds(1);

    tick();

    Map<String, Object> shown = shown("momo", TANZANIA);
    assertThat(shown.get("currency")).isEqualTo("TZS");
    assertThat(number(shown, "balance")).isEqualByComparingTo("7000.5");
    assertThat(number(shown, "threshold")).isEqualByComparingTo("5000");
    assertThat(shown.get("below")).isEqualTo(false);
    assertThat(Instant.parse((String) shown.get("readAt"))).isAfter(before);
    assertThat(gauge("payments.rail.float")).isEqualTo(7000.5);
    assertThat(gauge("payments.rail.float.below")).isZero();
    assertThat(age()).isNotNegative();
    assertThat(
            rows.count(
                "SELECT count(*) FROM rail_balance WHERE rail = 'momo' AND account = $1", TANZANIA))
        .isOne();
  }

  @Test
  void aBalanceInACallbackIsStoredAndShown() {
    // Again, where the rail's first token does not come in time.
    Map<String, Object> shown =
        eventually(
            () -> {
              tick();
              return shown("kenya", UTILITY);
            },
            one -> !one.isEmpty());
    assertThat(number(shown, "balance")).isEqualByComparingTo("453840");
    assertThat(shown.get("threshold")).isNull();
    assertThat(number(shown("kenya", "Working Account"), "balance")).isEqualByComparingTo("453840");
  }

  @Test
  void aCallbackBeforeItsAcknowledgementCounts() {
    tickUntilAsked(StandInFault.CALLBACK_EARLY);

    Map<String, Object> shown = eventually(() -> shown("kenya", UTILITY), one -> !one.isEmpty());
    assertThat(number(shown, "balance")).isEqualByComparingTo("453840");
  }

  @Test
  void aLowBalanceAndItsEndAreLoggedOnceEach() {
    momo.books().setBalance("TZS", new BigDecimal("4999"));
    try (LoggedLines lines = LoggedLines.listen()) {
      tick();
      tick();

      assertThat(lines.text()).containsOnlyOnce("rail momo: the balance of TZA is low: 4999 TZS");
      assertThat(shown("momo", TANZANIA).get("below")).isEqualTo(true);
      assertThat(TestOperator.request().get("/operator/summary").succeeded().asString())
          .contains("\"account\":\"TZA\",\"currency\":\"TZS\",\"balance\":4999,");
      assertThat(gauge("payments.rail.float.below")).isOne();

      momo.books().setBalance("TZS", new BigDecimal("5000"));
      tick();
      tick();

      assertThat(lines.text())
          .containsOnlyOnce("rail momo: the balance of TZA is not low any more");
      assertThat(gauge("payments.rail.float.below")).isZero();
    }
  }

  @Test
  void anUnreachableNetworkKeepsTheLastBalanceAndTime() {
    tick();
    rows.execute(
        "UPDATE rail_balance SET read_at = read_at - interval '1 day' WHERE rail = 'momo'");
    Map<String, Object> last = shown("momo", TANZANIA);
    momo.shut();
    momo.books().setBalance("TZS", BigDecimal.ONE);

    try (LoggedLines lines = LoggedLines.listen()) {
      tick();
      tick();

      assertThat(shown("momo", TANZANIA)).isEqualTo(last);
      assertThat(lines.text()).containsOnlyOnce("rail momo: the balances cannot be read");
      assertThat(age()).isGreaterThanOrEqualTo(Duration.ofDays(1).toSeconds());
    }
    momo = standIns.momo();
    eventually(
        () -> {
          tick();
          return shown("momo", TANZANIA);
        },
        shown -> !shown.equals(last));
  }

  @Test
  void onlyOnePodAsksWithinTheInterval() {
    String rail = "rail-" + UUID.randomUUID();
    Duration hour = Duration.ofHours(1);

    assertThat(takesQuestion(rail, hour)).isTrue();
    assertThat(takesQuestion(rail, hour)).isFalse();
    rows.execute(
        "UPDATE rail_float_question SET asked_at = now() - interval '1 hour' WHERE rail = $1",
        rail);
    assertThat(takesQuestion(rail, hour)).isTrue();
    rows.execute("DELETE FROM rail_float_question WHERE rail = $1", rail);
  }

  @Test
  void aForgedCallbackIsIgnoredEvenAtTheRightPath() {
    tickUntilAsked(StandInFault.CALLBACK_NEVER);
    Row question =
        rows.execute("SELECT id, network_id FROM rail_float_question WHERE rail = 'kenya'").get(0);
    UUID id = question.getUUID("id");

    assertThat(post(id, "AG_forged", "forged-1", "1.00")).isEqualTo(200);
    eventually(
        () -> rows.count("SELECT count(*) FROM rail_callback WHERE payment_id = $1", id),
        stored -> stored == 1);
    reader.hear(List.of(id)).await().atMost(PATIENCE);
    assertThat(shown("kenya", UTILITY)).isEmpty();

    String[] ids = question.getString("network_id").split(" ");
    assertThat(post(id, ids[0], ids[1], "321.00")).isEqualTo(200);
    Map<String, Object> shown = eventually(() -> shown("kenya", UTILITY), one -> !one.isEmpty());
    assertThat(number(shown, "balance")).isEqualByComparingTo("321");
  }

  /** The network would lock a credential that is wrong again and again. */
  @Test
  void aNetworkThatRefusesOurCredentialIsNotAsked() {
    pauses
        .heed(
            "kenya",
            new PayoutOutcome.Failed(FailureCode.RAIL_MISCONFIGURED, "wrong password"),
            Duration.ZERO)
        .await()
        .atMost(PATIENCE);
    int before = kenya.requests(StandInOperation.BALANCE);

    tick();

    assertThat(kenya.requests(StandInOperation.BALANCE)).isEqualTo(before);
    Response resumed =
        TestOperator.request()
            .body(Map.of("reason", "mended"))
            .post("/operator/rails/kenya/resume");
    assertThat(resumed.statusCode()).isEqualTo(200);
    eventually(
        () -> {
          tick();
          return kenya.requests(StandInOperation.BALANCE);
        },
        asked -> asked > before);
  }

  private int post(UUID question, String conversation, String originator, String balance) {
    URI url =
        urls.of(
            "kenya",
            callbackUrl,
            ConnectedProfile.SECRET,
            new CallbackUrls.Target(new CallbackSubject(Kind.BALANCES, question), "balances"));
    return given()
        .contentType("application/json")
        .body(
            """
            {"Result": {"ResultType": 0, "ResultCode": 0, "ResultDesc": "done",
              "OriginatorConversationID": "%s", "ConversationID": "%s",
              "TransactionID": "SQ0000000", "ResultParameters": {"ResultParameter": [
                {"Key": "AccountBalance", "Value": "Utility Account|KES|%3$s|%3$s|0.00|0.00"}]}}}
            """
                .formatted(originator, conversation, balance))
        .post(url.toString())
        .statusCode();
  }

  /** Ticks twice: the first question only has the token made, the second meets this fault. */
  private void tickUntilAsked(StandInFault fault) {
    kenya.plan(StandInPlan.always(StandInFault.CALLBACK_NEVER));
    tick();
    int before = kenya.requests(StandInOperation.BALANCE);
    kenya.plan(StandInPlan.always(fault));
    tick();
    assertThat(kenya.requests(StandInOperation.BALANCE)).isGreaterThan(before);
  }

  private boolean takesQuestion(String rail, Duration every) {
    return store.take(rail, UUID.randomUUID(), every).await().atMost(PATIENCE);
  }

  private void tick() {
    reader.tick().await().atMost(PATIENCE);
  }

  private Map<String, Object> shown(String rail, String account) {
    Response answer = TestOperator.request().get("/operator/rails/floats");
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    return answer.json().<Map<String, Object>>getList("items").stream()
        .filter(one -> one.get("rail").equals(rail) && one.get("account").equals(account))
        .findFirst()
        .orElse(Map.of());
  }

  private static BigDecimal number(Map<String, Object> shown, String field) {
    return new BigDecimal(String.valueOf(shown.get(field)));
  }

  /** Returns the value of a gauge of the account in Tanzania. */
  private double gauge(String name) {
    return metrics.get(name).tags("rail", "momo", "account", TANZANIA).gauge().value();
  }

  private double age() {
    return metrics.get("payments.rail.float.age").tag("rail", "momo").gauge().value();
  }
}
