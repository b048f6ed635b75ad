package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.refuse;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.operator.approval.Requests.waiting;
import static org.mizani.operator.approval.Requests.withdraw;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
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
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.operator.business.Desk;
import org.mizani.support.AtOnce;
import org.mizani.support.JsonValues;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners.Partner;

/** Movements of wallets above 1000 shillings, which another operator approves. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HeldMovementApiTest {

  private static final String USED = "reference of another movement";
  private static final Entry REQUESTED = new Entry("approval.request", TestOperator.KEY);

  @Inject Rows rows;
  @Inject Requests requests;
  @Inject ApprovalExpiry expiry;
  @Inject MeterRegistry registry;

  private String id;
  private String business;

  @BeforeEach
  void createBusiness() {
    id =
        TestOperator.request()
            .body(Map.of("name", "Held"))
            .post("/operator/businesses")
            .path("businessId");
    business = "/operator/businesses/" + id;
    ApprovalLimits.set(Map.of("movement-above", "KES:1000"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aTopUpAboveTheAmountWaitsAndMovesNothing() {
    Response answer = topUp("1000.01", "big");

    String request = waiting(answer);
    assertThat(answer.<String>path("action")).isEqualTo("wallet.top-up");
    assertThat(answer.<String>path("subject")).isEqualTo("business/" + id + "/top-ups");
    assertThat(answer.json().getMap("asked"))
        .containsEntry("currency", "KES")
        .containsEntry("purpose", "payout")
        .containsEntry("amount", new BigDecimal("1000.01"))
        .containsEntry("reference", "big " + id);
    assertThat(wallets()).isEmpty();
    assertThat(requests.entriesOf(request)).containsExactly(REQUESTED);
    assertThat(requests.entries("business/" + id + "/top-ups")).isEmpty();
  }

  @Test
  void theApprovalOfAnotherOperatorEntersItOnce() {
    String request = waiting(topUp("1000.01", "big"));

    Response approved = approve(request);

    assertThat(approved.statusCode()).as(approved.asString()).isEqualTo(200);
    assertThat(approved.<String>path("status")).isEqualTo("approved");
    assertThat(approved.<String>path("decidedBy")).isEqualTo(TestOperator.SECOND_KEY);
    assertThat(available()).isEqualByComparingTo("1000.01");
    assertRefused(approve(request), 409, "request is decided");
    assertRefused(refuse(request, TestOperator.second()), 409, "request is decided");
    assertRefused(withdraw(request, TestOperator.request()), 409, "request is decided");
    assertRefused(topUp("1000.01", "big"), 409, "duplicate reference");
    assertThat(available()).isEqualByComparingTo("1000.01");
    assertThat(requests.entries("business/" + id + "/top-ups"))
        .containsExactly(new Entry("wallet.top-up", TestOperator.KEY));
    assertThat(requests.entriesOf(request))
        .containsExactly(REQUESTED, new Entry("approval.approve", TestOperator.SECOND_KEY));
    assertThat(requests.lastEntry("approval/" + request).getString("requestedBy"))
        .isEqualTo(TestOperator.KEY);
    assertThat(requests.holdsOperation(request)).isFalse();
  }

  @Test
  void itsRequesterDoesNotDecideIt() {
    String request = waiting(topUp("1000.01", "big"));
    String message = "another operator must decide this request";

    assertRefused(approve(request, TestOperator.request()), 403, message);
    assertRefused(refuse(request, TestOperator.request()), 403, message);

    assertThat(status(request)).isEqualTo("waiting");
    assertThat(wallets()).isEmpty();
    assertThat(requests.entriesOf(request)).containsExactly(REQUESTED);
  }

  @Test
  void ofManyApprovalsAtOnceOneEntersIt() {
    String request = waiting(topUp("5000", "big"));
    Partner second = new Partner(0, "", "", TestOperator.secondToken());

    List<HttpResponse<String>> answers =
        AtOnce.send(
            8, i -> AtOnce.post(second, "/operator/approvals/" + request + "/approval", ""));

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnlyOnce(200);
    assertThat(answers)
        .filteredOn(answer -> answer.statusCode() != 200)
        .extracting(HttpResponse::body)
        .containsOnly("{\"code\":0,\"error\":\"request is decided\"}");
    assertThat(available()).isEqualByComparingTo("5000");
    assertThat(requests.entriesOf(request)).hasSize(2);
  }

  @Test
  void aRepeatIsTheSameRequest() {
    String request = waiting(topUp("1000.01", "big"));

    assertThat(waiting(topUp("1000.010", "big"))).isEqualTo(request);
    assertRefused(topUp("1000.02", "big"), 409, USED);
    assertRefused(topUp("1", "big"), 409, USED);

    assertThat(requests.entriesOf(request)).containsExactly(REQUESTED);
    assertThat(wallets()).isEmpty();
  }

  @Test
  void oneOfManyRequestsAtOnceIsEntered() {
    Partner operator = new Partner(0, "", "", TestOperator.token());
    String body =
        "{\"currency\":\"KES\",\"purpose\":\"payout\",\"amount\":2000,\"reference\":\"%s\"}"
            .formatted(id);

    List<HttpResponse<String>> answers =
        AtOnce.send(8, i -> AtOnce.post(operator, business + "/top-ups", body));

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(202);
    assertThat(answers)
        .extracting(answer -> JsonValues.of(answer.body()).getString("id"))
        .containsOnly(JsonValues.of(answers.get(0).body()).getString("id"));
    assertThat(rows.count("SELECT count(*) FROM approval WHERE key = $1", id)).isOne();
  }

  @Test
  void anExpiredRequestIsNotCarriedOut() {
    String request = waiting(topUp("1000.01", "big"));
    requests.expire(request);

    assertRefused(approve(request), 409, "request has expired");
    expiry.expire().await().atMost(PATIENCE);

    assertThat(status(request)).isEqualTo("expired");
    assertRefused(approve(request), 409, "request is decided");
    assertThat(requests.entriesOf(request))
        .containsExactly(REQUESTED, new Entry("approval.expire", "approval-expiry"));
    assertThat(requests.holdsOperation(request)).isFalse();
    assertThat(wallets()).isEmpty();
  }

  @Test
  void anExpiredRequestGivesItsReferenceBack() {
    String request = waiting(topUp("1000.01", "big"));
    requests.expire(request);

    String next = waiting(topUp("1000.02", "big"));

    assertThat(next).isNotEqualTo(request);
    assertThat(status(request)).isEqualTo("expired");
    assertThat(approve(next).statusCode()).isEqualTo(200);
    assertThat(available()).isEqualByComparingTo("1000.02");
  }

  @Test
  void anApprovalThatIsNotCoveredAnyMoreLeavesTheRequestWaiting() {
    topUp("1000", "first");
    topUp("1000", "second");
    String request = waiting(move("withdrawals", "1500", "big"));
    assertThat(move("withdrawals", "501", "small").statusCode()).isEqualTo(201);

    assertRefused(approve(request), 412, "insufficient available balance");

    assertThat(status(request)).isEqualTo("waiting");
    assertThat(requests.entriesOf(request)).containsExactly(REQUESTED);
    assertThat(available()).isEqualByComparingTo("1499");
    assertThat(topUp("1", "third").statusCode()).isEqualTo(201);
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(available()).isEqualByComparingTo("0");
  }

  @Test
  void aRefusedOrWithdrawnRequestMovesNothing() {
    String refused = waiting(topUp("2000", "refused"));
    String withdrawn = waiting(topUp("3000", "withdrawn"));

    assertThat(refuse(refused, TestOperator.second()).<String>path("reason"))
        .isEqualTo("not agreed");
    assertRefused(
        withdraw(withdrawn, TestOperator.second()),
        403,
        "only its requester may withdraw this request");
    assertThat(withdraw(withdrawn, TestOperator.request()).statusCode()).isEqualTo(200);

    assertThat(wallets()).isEmpty();
    assertThat(requests.entriesOf(refused))
        .containsExactly(REQUESTED, new Entry("approval.refuse", TestOperator.SECOND_KEY));
    assertThat(requests.entriesOf(withdrawn))
        .containsExactly(REQUESTED, new Entry("approval.withdraw", TestOperator.KEY));
    assertThat(Desk.walked("/operator/approvals", Map.of("limit", 1, "status", "refused"), "id"))
        .contains(refused)
        .doesNotContain(withdrawn);
    assertThat(Desk.walked("/operator/approvals", Map.of("limit", 1), "id"))
        .containsSubsequence(withdrawn, refused);
  }

  @ParameterizedTest
  @CsvSource({
    "withdrawals, 1001, 999",
    "adjustments, 1001, 3001",
    "adjustments, -1001, 999",
    "wallet-transfers, 1001, 999"
  })
  void everyKindOfMovementWaits(String kind, String amount, String after) {
    topUp("1000", "first");
    topUp("1000", "second");

    String request = waiting(move(kind, amount, "big"));

    assertThat(available()).isEqualByComparingTo("2000");
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(available()).isEqualByComparingTo(after);
  }

  @Test
  void theReversalOfATopUpWaitsAsTheTopUpDid() {
    assertThat(approve(waiting(topUp("1001", "big"))).statusCode()).isEqualTo(200);
    String topUp =
        TestOperator.request().get(business + "/top-ups").<List<String>>path("items.id").get(0);

    Response reversal =
        TestOperator.request()
            .body(Map.of("reason", "wired by another business"))
            .post(business + "/top-ups/" + topUp + "/reversal");

    String request = waiting(reversal);
    assertThat(reversal.<String>path("action")).isEqualTo("wallet.top-up-reversal");
    assertThat(available()).isEqualByComparingTo("1001");
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(available()).isEqualByComparingTo("0");
  }

  @Test
  void aMovementThatIsNotCoveredIsRefusedAtOnce() {
    topUp("1000", "first");
    topUp("1000", "second");

    assertRefused(move("withdrawals", "2000.01", "big"), 412, "insufficient available balance");

    assertThat(rows.count("SELECT count(*) FROM approval WHERE key = $1", "big " + id)).isZero();
  }

  @Test
  void withoutALimitNoMovementWaits() {
    ApprovalLimits.set(Map.of());

    Response answer = topUp("1000000000", "big");

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(201);
    assertThat(available()).isEqualByComparingTo("1000000000");
  }

  @Test
  void gaugesTellHowManyWaitAndForHowLong() {
    String request = waiting(topUp("2000", "old"));
    rows.execute(
        "UPDATE approval SET requested_at = now() - interval '2 hours' WHERE id = $1",
        UUID.fromString(request));

    expiry.expire().await().atMost(PATIENCE);

    assertThat(registry.get("payments.approval.waiting").gauge().value()).isPositive();
    assertThat(registry.get("payments.approval.oldest").gauge().value())
        .isGreaterThanOrEqualTo(7200);
    withdraw(request, TestOperator.request()).succeeded();
  }

  @Test
  void anUnknownRequestIsNotFound() {
    String unknown = UUID.randomUUID().toString();

    for (String path : List.of(unknown, "x")) {
      assertRefused(
          TestOperator.request().get("/operator/approvals/" + path), 404, "approval not found");
      assertRefused(approve(path), 404, "approval not found");
      assertRefused(refuse(path, TestOperator.second()), 404, "approval not found");
      assertRefused(withdraw(path, TestOperator.second()), 404, "approval not found");
    }
    assertRefused(
        TestOperator.request().get("/operator/approvals?status=open"),
        400,
        "status must be one of: waiting, approved, refused, withdrawn, expired");
  }

  private Response topUp(String amount, String reference) {
    return move("top-ups", amount, reference);
  }

  private Response move(String kind, String amount, String reference) {
    Map<String, Object> body = new HashMap<>();
    body.put("currency", "KES");
    body.put("amount", new BigDecimal(amount));
    body.put("reference", reference + " " + id);
    body.put("reason", "because");
    if (kind.equals("wallet-transfers")) {
      body.put("from", "payout");
      body.put("to", "collection");
    } else {
      body.put("purpose", "payout");
    }
    return Desk.post(business + "/" + kind, body);
  }

  private List<Map<String, Object>> wallets() {
    return TestOperator.request().get(business + "/wallets").path("items");
  }

  private BigDecimal available() {
    return TestOperator.request()
        .get(business + "/wallets")
        .json()
        .getDecimal("items[purpose=payout].available");
  }
}
