package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.read;
import static org.mizani.operator.approval.Requests.refuse;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.operator.approval.Requests.waiting;
import static org.mizani.operator.approval.Requests.withdraw;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.operator.business.Desk;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Returns above 5 dollars and refunds above 100 shillings, which another operator approves. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HeldPaymentApiTest {

  private static final String WAITS = "another request for this is waiting";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Requests requests;
  @Inject ApprovalExpiry expiry;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    partner =
        partners.create(
            BusinessProfile.named("Held").withCollections(), Map.of(CurrencyUnit.USD, "100"));
    ApprovalLimits.set(Map.of("return-above", "USD:5", "refund-above", "KES:100"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aReturnMovesNothingUntilItsApprovalReturnsIt() {
    String payout = paid();

    Response answer = returnPayout(payout, "back");

    String request = waiting(answer);
    assertThat(answer.<String>path("action")).isEqualTo("payout.return");
    assertThat(answer.<String>path("subject")).isEqualTo("payout/" + payout);
    assertThat(answer.json().getMap("asked"))
        .containsEntry("reference", reference("back"))
        .containsEntry("reason", "closed")
        .containsEntry("currency", "USD")
        .containsEntry("amount", new BigDecimal("7.91"));
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
    assertThat(rows.transfersOf(payout)).doesNotContain("return");
    assertThat(requests.entries("payout/" + payout)).isEmpty();
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    assertThat(rows.transfersOf(payout)).containsOnlyOnce("return");
    assertThat(requests.entries("payout/" + payout))
        .containsExactly(new Entry("payout.return", TestOperator.KEY));
    assertThat(requests.entriesOf(request))
        .containsExactly(
            new Entry("approval.request", TestOperator.KEY),
            new Entry("approval.approve", TestOperator.SECOND_KEY));
    assertThat(requests.holdsOperation(request)).isFalse();
    assertThat(returnPayout(payout, "back").statusCode()).as("a repeat").isEqualTo(200);
    assertThat(rows.transfersOf(payout)).containsOnlyOnce("return");
  }

  @Test
  void ofAPayoutOneReturnWaits() {
    String payout = paid();
    String request = waiting(returnPayout(payout, "back"));

    assertThat(waiting(returnPayout(payout, "back"))).isEqualTo(request);
    assertRefused(returnPayout(payout, "other"), 409, WAITS);

    assertThat(requests.entriesOf(request)).hasSize(1);
  }

  @Test
  void aPayoutThatCameBackMeanwhileIsNotReturnedAgain() {
    String payout = paid();
    String request = waiting(returnPayout(payout, "back"));
    ApprovalLimits.set(Map.of());
    returnPayout(payout, "back").succeeded();

    assertRefused(approve(request), 409, "payout is returned");

    assertThat(status(request)).isEqualTo("waiting");
    assertThat(rows.transfersOf(payout)).containsOnlyOnce("return");
    assertThat(requests.entries("payout/" + payout)).hasSize(1);
  }

  @Test
  void aReturnThatWouldBeRefusedIsRefusedAtOnce() {
    Map<String, Object> body = transferOf("pending");
    body.put("forceStatus", "termination_pending");
    String payout = partner.transfer(body).path("serviceReference");

    assertRefused(returnPayout(payout, "back"), 409, "payout is pending");
    assertRefused(returnPayout(UUID.randomUUID().toString(), "back"), 404, "payout not found");

    assertThat(requestsOf("payout/" + payout)).isZero();
  }

  @Test
  void aRefundIsPaidByItsApprovalWithTheAmountThatWasLeft() {
    String collection = collected();

    Response answer = refund(collection, "all", null);

    String request = waiting(answer);
    assertThat(answer.<String>path("action")).isEqualTo("collection.refund");
    assertThat(answer.<String>path("subject")).isEqualTo("collection/" + collection);
    assertThat(answer.json().getMap("asked"))
        .containsEntry("reference", "all")
        .containsEntry("reason", "charged twice")
        .containsEntry("currency", "KES")
        .containsEntry("amount", 150);
    assertThat(refundsOf(collection)).isZero();
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(waiting(refund(collection, "all", "150"))).isEqualTo(request);
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(refundsOf(collection)).isOne();
    assertThat(requests.entries("collection/" + collection))
        .containsExactly(new Entry("collection.refund", TestOperator.KEY));
    Response repeated = refund(collection, "all", null);
    assertThat(repeated.statusCode()).as(repeated.asString()).isEqualTo(200);
    assertThat(repeated.<String>path("refundOf")).isEqualTo(collection);
    assertThat(refundsOf(collection)).isOne();
  }

  /** The request is approved as it was shown. */
  @Test
  void aRefundThatIsMoreThanIsLeftByNowGoesOnWaiting() {
    String collection = collected();
    String request = waiting(refund(collection, "all", null));
    assertThat(refund(collection, "part", "60").statusCode()).isEqualTo(200);

    Response refused = approve(request);

    assertRefused(refused, 400, "amount must be 90 KES or less");
    assertThat(status(request)).isEqualTo("waiting");
    assertThat(refundsOf(collection)).isOne();
    assertRefused(refund(collection, "other", "101"), 400, "amount must be 90 KES or less");
    assertThat(withdraw(request, TestOperator.request()).statusCode()).isEqualTo(200);
  }

  @Test
  void aRefundUpToTheAmountDoesNotWait() {
    String collection = collected();

    assertThat(refund(collection, "part", "100").statusCode()).isEqualTo(200);

    assertThat(requestsOf("collection/" + collection)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"return", "refund"})
  void itsRequesterDoesNotDecideIt(String kind) {
    String request = waiting(asked(kind));
    String message = "another operator must decide this request";

    assertRefused(approve(request, TestOperator.request()), 403, message);
    assertRefused(refuse(request, TestOperator.request()), 403, message);

    assertThat(status(request)).isEqualTo("waiting");
  }

  @ParameterizedTest
  @ValueSource(strings = {"return", "refund"})
  void aRefusedOrExpiredOneMovesNothing(String kind) {
    String refused = waiting(asked(kind));
    assertThat(refuse(refused, TestOperator.second()).statusCode()).isEqualTo(200);
    String expired = waiting(asked(kind));
    requests.expire(expired);

    expiry.expire().await().atMost(PATIENCE);

    assertThat(read(refused).<String>path("status")).isEqualTo("refused");
    assertThat(read(expired).<String>path("status")).isEqualTo("expired");
    assertRefused(approve(refused), 409, "request is decided");
    assertThat(requests.holdsOperation(refused)).isFalse();
    assertThat(requests.holdsOperation(expired)).isFalse();
    assertThat(partner.collected("KES").add(partner.available("USD")))
        .isEqualByComparingTo(kind.equals("return") ? "84.18" : "400");
  }

  private Response asked(String kind) {
    return kind.equals("return")
        ? returnPayout(paid(), "back")
        : refund(collected(), "refund", null);
  }

  private String paid() {
    String reference = UUID.randomUUID().toString();
    String payout = partner.transfer(transferOf(reference)).path("serviceReference");
    assertThat(partner.finalStatus(reference)).isEqualTo("termination_success");
    return payout;
  }

  private String collected() {
    String id = partner.collect(collectionOf(UUID.randomUUID().toString())).path("id");
    eventually(
        () -> partner.request().get("/business/collections/" + id).<String>path("status"),
        "collection_success"::equals);
    return id;
  }

  private Response returnPayout(String payout, String reference) {
    return Desk.post(
        "/operator/payouts/" + payout + "/return",
        Map.of("reference", reference(reference), "reason", "closed"));
  }

  /** A reference that is unique over all payouts of a rail. */
  private String reference(String name) {
    return name + " " + partner.businessId();
  }

  private static Response refund(String collection, String reference, String amount) {
    Map<String, Object> body = new HashMap<>();
    body.put("reference", reference);
    body.put("reason", "charged twice");
    if (amount != null) {
      body.put("amount", new BigDecimal(amount));
    }
    return Desk.post("/operator/collections/" + collection + "/refund", body);
  }

  private long refundsOf(String collection) {
    return rows.count(
        "SELECT count(*) FROM collection_refund WHERE collection_id = $1",
        UUID.fromString(collection));
  }

  private long requestsOf(String subject) {
    return rows.count("SELECT count(*) FROM approval WHERE subject = $1", subject);
  }
}
