package org.mizani.refund;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.business.Desk;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Refunds of a customer's payment: never more than was paid, and once a reference. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class CollectionRefundApiTest {

  private static final String SILENT_PHONE = "+254712345692";
  private static final String UNKNOWN_COLLECTION = "00000000-0000-0000-0000-000000000000";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject AuditEntries audit;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void refundsTheWholePaymentFromTheCreditedWallet() {
    String collection = collected("whole");

    Response refund = refund(collection, "whole", null);

    assertThat(refund.statusCode()).as(refund.asString()).isEqualTo(200);
    assertThat(refund.<String>path("refundOf")).isEqualTo(collection);
    assertThat(refund.<String>path("status")).isIn("termination_pending", "termination_success");
    assertThat(refund.<String>path("recipient")).isEqualTo("***678");
    assertThat(refund.<Number>path("receiverAmount").intValue()).isEqualTo(150);
    assertThat(refund.<Number>path("fee").intValue()).isZero();
    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
    String payout = refund.path("serviceReference");
    assertThat(finalStatusOf(payout)).isEqualTo("termination_success");
    assertThat(rows.transfersOf(payout)).containsExactlyInAnyOrder("hold", "capture");
    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
    assertThat(audit.of("collection/" + collection))
        .containsExactly(
            new AuditEntries.Written(
                "collection.refund",
                null,
                new JsonObject(
                    Map.of(
                        "payout",
                        payout,
                        "amount",
                        150,
                        "reference",
                        "whole",
                        "reason",
                        "sorry"))));
  }

  @Test
  void partialRefundsEndAtTheWholeAmount() {
    String collection = collected("parts");

    refunded(collection, "first", "100");
    assertRefused(refund(collection, "much", "50.01"), 400, "amount must be 50 KES or less");
    refunded(collection, "second", null);

    assertRefused(refund(collection, "third", "1"), 409, "collection is refunded");
    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
    assertThat(refundsOf(collection)).isEqualTo(2);
  }

  @Test
  void aRepeatedRefundIsTheSamePayout() {
    String collection = collected("again");
    String payout = refunded(collection, "once", "100");

    assertThat(refund(collection, "once", "100").<String>path("serviceReference"))
        .isEqualTo(payout);
    assertThat(refund(collection, "once", null).<String>path("serviceReference")).isEqualTo(payout);
    assertRefused(refund(collection, "once", "99"), 409, "reference of another movement");

    assertThat(partner.collected("KES")).isEqualByComparingTo("50");
    assertThat(audit.of("collection/" + collection)).hasSize(1);
  }

  @Test
  void concurrentRefundsPayNoMoreThanCameIn() {
    String collection = collected("crowd");

    List<Integer> answers =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(i -> refund(collection, "crowd-" + i, "100").statusCode())
            .toList();

    assertThat(answers).containsOnlyOnce(200).containsOnly(200, 400);
    assertThat(partner.collected("KES")).isEqualByComparingTo("50");
    assertThat(refundsOf(collection)).isOne();
  }

  @Test
  void aFailedRefundCanBeMadeAgain() {
    Map<String, Object> body = collectionOf("failed");
    body.put("mobile", SILENT_PHONE);
    body.put("forceStatus", "collection_success");
    String collection = collected(body);

    settleByHand(refund(collection, "first", null), "termination_failure");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    settleByHand(refund(collection, "second", null), "termination_success");

    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
  }

  @Test
  void aReturnedRefundCanBeMadeAgain() {
    String collection = collected("returned");
    String payout = refunded(collection, "first", null);
    assertThat(
            Desk.post(
                    "/operator/payouts/" + payout + "/return",
                    Map.of("reference", "back " + payout, "reason", "closed"))
                .statusCode())
        .isEqualTo(200);
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");

    refunded(collection, "second", null);

    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
  }

  @Test
  void aShortWalletRefusesTheRefund() {
    String collection = collected("short");
    Response moved =
        Desk.post(
            "/operator/businesses/" + Desk.idOf(partner) + "/withdrawals",
            Map.of(
                "currency", "KES",
                "purpose", "collection",
                "amount", 51,
                "reference", "short " + collection,
                "reason", "rent"));
    assertThat(moved.statusCode()).as(moved.asString()).isLessThan(300);

    assertRefused(refund(collection, "short", "100"), 412, "insufficient available balance");

    assertThat(refundsOf(collection)).isZero();
    assertThat(audit.of("collection/" + collection)).isEmpty();
    refunded(collection, "short", "99");
  }

  @Test
  void aRefundIsInTheStatementAndNotInTransactions() {
    String collection = collected("seen");

    refunded(collection, "seen", null);

    assertThat(
            partner
                .request()
                .get("/business/transactions?from=2026-01-01&to=2100-01-01")
                .<List<?>>path("items"))
        .isEmpty();
    assertThat(
            Desk.get(
                    "/operator/businesses/" + Desk.idOf(partner) + "/statement",
                    Map.of(
                        "currency", "KES",
                        "purpose", "collection",
                        "from", "2026-01-01",
                        "to", "2100-01-01"))
                .<List<String>>path("items.reference"))
        .contains("refund of seen");
  }

  @Test
  void anErasedCustomerCannotBeRefunded() {
    String collection = collected("erased");
    rows.execute(
        "DELETE FROM collection_detail WHERE collection_id = $1", UUID.fromString(collection));

    assertRefused(refund(collection, "erased", null), 409, "customer cannot be read any more");
  }

  @Test
  void anUnpaidOrUnknownCollectionIsNotRefunded() {
    Map<String, Object> body = collectionOf("declined");
    body.put("mobile", "+254712345691");
    String collection = partner.collect(body).path("id");

    assertRefused(refund(collection, "declined", null), 409, "collection is not paid");
    assertRefused(refund(UNKNOWN_COLLECTION, "nobody", null), 404, "collection not found");
    assertRefused(refund("x", "nobody", null), 404, "collection not found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''  | closed | 1     | reference is required",
        "r   | ''     | 1     | reason is required",
        "r   | closed | 0     | amount must be greater than 0",
        "r   | closed | -5    | amount must be greater than 0",
      })
  void refusesAnIncompleteEntry(String reference, String reason, String amount, String message) {
    String collection = collected("entry " + message + amount);

    assertRefused(
        Desk.post(
            path(collection),
            Map.of("reference", reference, "reason", reason, "amount", new BigDecimal(amount))),
        400,
        message);
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  /** Settles a pending refund by hand: the rail never answers a payout to its phone. */
  private void settleByHand(Response refund, String status) {
    assertThat(refund.statusCode()).as(refund.asString()).isEqualTo(200);
    String payout = refund.path("serviceReference");
    eventually(
        () ->
            Desk.post(
                    "/operator/payouts/" + payout + "/settle",
                    Map.of("status", status, "reason", "phone is off"))
                .statusCode(),
        answer -> answer != 409);
    assertThat(finalStatusOf(payout)).isEqualTo(status);
  }

  private String collected(String reference) {
    return collected(collectionOf(reference));
  }

  private String collected(Map<String, Object> body) {
    Response created = partner.collect(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    String id = created.path("id");
    eventually(
        () -> partner.request().get("/business/collections/" + id).<String>path("status"),
        "collection_success"::equals);
    return id;
  }

  private String refunded(String collection, String reference, String amount) {
    Response refund = refund(collection, reference, amount);
    assertThat(refund.statusCode()).as(refund.asString()).isEqualTo(200);
    String payout = refund.path("serviceReference");
    assertThat(finalStatusOf(payout)).isEqualTo("termination_success");
    return payout;
  }

  private Response refund(String collection, String reference, String amount) {
    Map<String, Object> form = new HashMap<>(Map.of("reference", reference, "reason", "sorry"));
    if (amount != null) {
      form.put("amount", new BigDecimal(amount));
    }
    return Desk.post(path(collection), form);
  }

  private static String path(String collection) {
    return "/operator/collections/" + collection + "/refund";
  }

  private String finalStatusOf(String payout) {
    return eventually(
        () -> Desk.get("/operator/payouts/" + payout, Map.of()).path("status"),
        status -> !"termination_pending".equals(status));
  }

  private long refundsOf(String collection) {
    return rows.count(
        "SELECT count(*) FROM collection_refund WHERE collection_id = $1",
        UUID.fromString(collection));
  }
}
