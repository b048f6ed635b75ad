package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Refusals.body;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.support.AtOnce;
import org.mizani.support.LoggedLines;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** Settlement of a payout by an operator, and settlements that are refused. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class SettlePayoutApiTest {

  private static final String PENDING = "termination_pending";
  private static final String SUCCESS = "termination_success";
  private static final String FAILURE = "termination_failure";
  private static final String UNKNOWN_PAYOUT = "00000000-0000-0000-0000-000000000000";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Desk desk;

  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void createPartner() throws Exception {
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void booksBalance() {
    receiver.close();
    rows.assertBooksBalance();
  }

  @Test
  void aSuccessCapturesTheHoldAndSendsOneWebhook() {
    String reference = payout(PENDING);

    Response settled = settled(reference, Map.of("status", SUCCESS, "reason", "receipt seen"));

    assertThat(settled.statusCode()).as(settled.asString()).isEqualTo(200);
    assertThat(settled.<String>path("status")).isEqualTo(SUCCESS);
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
    assertThat(partner.holding("USD")).isEqualByComparingTo("0");
    assertThat(rows.transfersOf(reference))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
    eventually(receiver::bodies, bodies -> !bodies.isEmpty());
    assertThat(receiver.bodies())
        .singleElement()
        .asString()
        .contains("\"status\":\"termination_success\"", reference);
  }

  @Test
  void aFailureReleasesTheHoldAndHidesTheReason() {
    String reference = payout(PENDING);

    Response settled = settled(reference, Map.of("status", FAILURE, "reason", "number is barred"));

    assertThat(settled.statusCode()).as(settled.asString()).isEqualTo(200);
    assertThat(settled.<String>path("failureReason")).isEqualTo("number is barred");
    assertThat(settled.<String>path("failureCode")).isEqualTo("unspecified");
    assertThat(settled.<String>path("nextPollAt")).isNull();
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    assertThat(rows.transfersOf(reference)).containsExactlyInAnyOrder("hold", "release");
    assertThat(partner.finalStatus("settled")).isEqualTo(FAILURE);
    eventually(receiver::bodies, bodies -> !bodies.isEmpty());
    assertThat(receiver.bodies().get(0)).contains(FAILURE).doesNotContain("barred");
  }

  @Test
  void auditLogAndTimelineShowTheSettlement() {
    String reference = payout(PENDING);

    Response settled = settled(reference, Map.of("status", SUCCESS, "reason", "receipt seen"));

    assertThat(settled.<List<String>>path("timeline.event"))
        .startsWith("created", "held", "operator_action", "settled")
        .contains("captured", "fee_charged", "exchanged", "webhook_written");
    Map<String, Object> action = settled.json().getMap("timeline[event=operator_action]");
    assertThat(action)
        .containsEntry("operator", TestOperator.KEY)
        .containsEntry("action", "payout.settle")
        .containsEntry("reason", "receipt seen");
    assertThat(
            rows.execute(
                    "SELECT before::text || after::text FROM audit_entry WHERE subject = $1",
                    "payout/" + reference)
                .get(0)
                .getString(0))
        .isEqualTo(
            "{\"status\": \"termination_pending\"}"
                + "{\"reason\": \"receipt seen\", \"status\": \"termination_success\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|seen|status is required",
        "termination_pending|seen|status must be one of: termination_success, termination_failure",
        "success|seen|status must be one of: termination_success, termination_failure",
        "termination_success||reason is required",
        "termination_success|'  '|reason is required"
      })
  void refusesInvalidFieldsWithoutSettling(String status, String reason, String message) {
    String reference = payout(PENDING);
    Map<String, String> verdict = new HashMap<>();
    verdict.put("status", status);
    verdict.put("reason", reason);

    assertRefused(settle(reference, verdict), 400, message);

    assertPending(reference);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"''", "null", "[]", "{\"status\": 1}", "{"})
  void refusesAnInvalidBody(String text) {
    String reference = payout(PENDING);

    Response refused =
        TestOperator.request().body(text).post("/operator/payouts/" + reference + "/settle");

    assertRefused(refused, 400, "invalid payload");
    assertPending(reference);
  }

  @ParameterizedTest
  @CsvSource({UNKNOWN_PAYOUT, "settled"})
  void anUnknownPayoutIsNotFound(String reference) {
    long before = desk.entries();

    assertRefused(
        settle(reference, Map.of("status", SUCCESS, "reason", "seen")), 404, "payout not found");

    assertThat(desk.entries()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({SUCCESS + ", 92.09", FAILURE + ", 100"})
  void aFinalPayoutIsNotSettledAgain(String status, String available) {
    String reference = payout(status);
    partner.finalStatus("settled");

    for (String verdict : List.of(SUCCESS, FAILURE)) {
      assertRefused(
          settle(reference, Map.of("status", verdict, "reason", "seen")), 409, "payout is final");
    }

    assertThat(partner.finalStatus("settled")).isEqualTo(status);
    assertThat(partner.available("USD")).isEqualByComparingTo(available);
    assertThat(desk.actionsOn("payout/" + reference)).isEmpty();
  }

  @Test
  void oneOfManyConcurrentSettlementsWins() {
    String reference = payout(PENDING);
    postponePolls(reference);
    String token = TestOperator.token();
    Partner operator = new Partner(0, "", "", token);

    List<HttpResponse<String>> answers =
        AtOnce.send(
            10,
            i ->
                AtOnce.post(
                    operator,
                    "/operator/payouts/" + reference + "/settle",
                    "{\"status\":\"%s\",\"reason\":\"seen\"}"
                        .formatted(i % 2 == 0 ? SUCCESS : FAILURE)));

    assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.statusCode() != 200)
        .extracting(HttpResponse::body)
        .containsAnyOf(body("payout is final"), body("payout is being settled"))
        .isSubsetOf(body("payout is final"), body("payout is being settled"));
    assertThat(desk.actionsOn("payout/" + reference)).containsExactly("payout.settle");
    assertThat(rows.transfersOf(reference))
        .filteredOn(kind -> kind.equals("capture") || kind.equals("release"))
        .hasSize(1);
    assertThat(deliveries(reference)).isEqualTo(1);
  }

  @Test
  void aContradictingRailFlagsThePayoutAndMovesNoMoney() {
    String reference = payout("", "+254712345694");

    Response settled = settled(reference, Map.of("status", FAILURE, "reason", "too slow"));

    assertThat(settled.statusCode()).as(settled.asString()).isEqualTo(200);
    rows.agePayouts("2 hours", UUID.fromString(reference));
    eventually(
        () -> TestOperator.request().get("/operator/payouts/" + reference).<Boolean>path("flagged"),
        flagged -> flagged);
    assertThat(partner.finalStatus("settled")).isEqualTo(FAILURE);
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    assertThat(rows.transfersOf(reference)).containsExactlyInAnyOrder("hold", "release");
    assertThat(deliveries(reference)).isEqualTo(1);
  }

  @Test
  void aDeadPodsLeaseBlocksSettlementUntilItEnds() {
    String reference = payout(PENDING);
    setLease(reference, "1 minute");

    Response refused = settle(reference, Map.of("status", SUCCESS, "reason", "seen"));
    assertRefused(refused, 409, "payout is being settled");
    assertPending(reference);

    setLease(reference, "-1 second");
    assertThat(settled(reference, Map.of("status", SUCCESS, "reason", "seen")).statusCode())
        .isEqualTo(200);
  }

  @Test
  void anUnreadableSigningKeyOnlyPreventsTheWebhook() {
    String reference = payout(PENDING);

    Map<String, String> verdict = Map.of("status", FAILURE, "reason", "never paid");

    try (LoggedLines logged = LoggedLines.listen()) {
      desk.whileUnreadable(
          partner, () -> assertThat(settled(reference, verdict).statusCode()).isEqualTo(200));

      assertThat(logged.text()).contains("The API key of payout " + reference + " cannot be read");
    }
    assertThat(rows.transfersOf(reference)).containsExactlyInAnyOrder("hold", "release");
    assertThat(deliveries(reference)).isZero();
  }

  private void postponePolls(String reference) {
    rows.execute(
        "UPDATE payout_due SET next_poll_at = now() + interval '1 hour', polls = polls + 1"
            + " WHERE id = $1",
        UUID.fromString(reference));
  }

  private void setLease(String reference, String interval) {
    rows.execute(
        "UPDATE payout_due SET leased_until = until, next_poll_at = until, polls = polls + 1"
            + " FROM (SELECT now() + interval '"
            + interval
            + "' AS until) lease WHERE id = $1",
        UUID.fromString(reference));
  }

  private void assertPending(String reference) {
    assertThat(partner.request().get("/business/transactions/settled").<String>path("status"))
        .isEqualTo(PENDING);
    assertThat(rows.transfersOf(reference)).containsExactly("hold");
    assertThat(desk.actionsOn("payout/" + reference)).isEmpty();
  }

  private long deliveries(String reference) {
    return rows.count(
        "SELECT count(*) FROM webhook_delivery WHERE subject_id = $1", UUID.fromString(reference));
  }

  /** Settles, and tries again as long as a pod polls the payout. */
  private static Response settled(String reference, Map<String, ?> verdict) {
    return eventually(
        () -> settle(reference, verdict),
        answer -> !answer.asString().equals(body("payout is being settled")));
  }

  private static Response settle(String reference, Map<String, ?> verdict) {
    return Desk.post("/operator/payouts/" + reference + "/settle", verdict);
  }

  private String payout(String forced) {
    return payout(forced, "+254712345678");
  }

  private String payout(String forced, String phone) {
    Map<String, Object> body = transferOf("settled");
    body.put("callbackUrl", receiver.url());
    body.put("forceStatus", forced);
    body.put("receiverPhone", phone);
    Response created = partner.transfer(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return created.path("serviceReference");
  }
}
