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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.SameMinute;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.business.Desk;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Refunds that a business enters itself: what its customer has paid, and within its limits. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class PartnerRefundApiTest {

  private static final String COUNT =
      "SELECT count(*) FROM collection_refund WHERE collection_id = $1";

  private static final Optional<Integer> NO = Optional.empty();

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
  void paysTheWholePaymentBack() {
    PaidBack paid = PaidBack.collected(partner, "whole");

    Response refund = paid.refund("whole", null);

    assertThat(refund.statusCode()).as(refund.asString()).isEqualTo(201);
    String id = refund.path("id");
    JsonObject answer = new JsonObject(refund.asString());
    assertThat(answer.getString("createdAt")).isNotBlank();
    answer.remove("createdAt");
    assertThat(answer)
        .isEqualTo(
            new JsonObject()
                .put("id", id)
                .put("collectionId", paid.collection())
                .put("reference", "whole")
                .put("status", "refund_pending")
                .put("amount", 150)
                .put("currency", "KES"));
    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
    assertThat(endOf(paid)).isEqualTo("refund_success");
    assertThat(rows.transfersOf(id)).containsExactlyInAnyOrder("hold", "capture");
    assertThat(audit.of("collection/" + paid.collection(), "api-key/" + partner.apiKey()))
        .containsExactly(
            new AuditEntries.Written(
                "collection.refund",
                null,
                new JsonObject(
                    Map.of("payout", id, "amount", 150, "reference", "whole", "reason", "sorry"))));
  }

  @Test
  void partsEndAtTheWholePayment() {
    PaidBack paid = PaidBack.collected(partner, "parts");
    paid.refunded("first", 100);

    assertRefused(paid.refund("much", 51), 400, "amount must be 50 KES or less");
    paid.refunded("second", null);

    Response more = paid.refund("third", 1);
    assertRefused(more, 409, "collection is refunded");
    assertThat(more.header("X-Error-Code")).isEqualTo("collection_not_refundable");
    assertThat(paid.refunds())
        .extracting(refund -> refund.get("reference"))
        .containsExactly("second", "first");
    assertThat(
            partner
                .request()
                .get("/business/collections/" + paid.collection() + "/details")
                .<List<Map<String, Object>>>path("refunds"))
        .hasSize(2);
  }

  @Test
  void aUsedReferenceIsRefused() {
    PaidBack paid = PaidBack.collected(partner, "used");
    String id = paid.refunded("once", 100);

    Response again = paid.refund("once", 100);
    Response differently = paid.refund("once", 99);

    assertRefused(again, 409, "duplicate reference");
    assertThat(again.header("X-Error-Code")).isEqualTo("reference_used");
    assertThat(again.header("X-Service-Reference")).isEqualTo(id);
    assertThat(again.header("Location")).isEqualTo(paid.path());
    assertRefused(differently, 409, "duplicate reference");
    assertThat(differently.header("X-Error-Code")).isEqualTo("reference_used_differently");
    assertThat(partner.collected("KES")).isEqualByComparingTo("50");
  }

  @Test
  void anOperatorIsToldThatABusinessHasUsedTheReference() {
    PaidBack paid = PaidBack.collected(partner, "business");
    paid.refunded("ours", 100);
    String path = "/operator/collections/" + paid.collection() + "/refund";

    Response rest = Desk.post(path, Map.of("reference", "ours", "reason", "sorry"));
    Response same = Desk.post(path, Map.of("reference", "ours", "reason", "sorry", "amount", 100));

    assertRefused(rest, 409, "reference of another movement");
    assertRefused(same, 409, "reference of another movement");
    assertThat(partner.collected("KES")).isEqualByComparingTo("50");
  }

  @Test
  void aReferenceOfAnOperatorsRefundIsUsed() {
    PaidBack paid = PaidBack.collected(partner, "operator");
    Response entered =
        Desk.post(
            "/operator/collections/" + paid.collection() + "/refund",
            Map.of("reference", "theirs", "reason", "sorry", "amount", 100));
    assertThat(entered.statusCode()).as(entered.asString()).isEqualTo(200);

    Response used = paid.refund("theirs", 100);

    assertRefused(used, 409, "duplicate reference");
    assertThat(used.header("X-Error-Code")).isEqualTo("reference_used_differently");
    assertRefused(paid.refund("ours", 51), 400, "amount must be 50 KES or less");
    assertThat(paid.refunds()).hasSize(1);
  }

  @Test
  void aRepeatWithAnIdempotencyKeyGetsTheFirstAnswer() {
    PaidBack paid = PaidBack.collected(partner, "keyed");
    Response first = keyed(paid, "key", "keyed", 100);
    assertThat(first.statusCode()).as(first.asString()).isEqualTo(201);
    endOf(paid);

    Response repeat = keyed(paid, "key", "keyed", 100);
    Response other = keyed(paid, "key", "other", 10);

    assertThat(repeat.statusCode()).isEqualTo(201);
    assertThat(repeat.asByteArray()).isEqualTo(first.asByteArray());
    assertThat(repeat.header("Idempotency-Replayed")).isEqualTo("true");
    assertRefused(other, 422, "idempotency key of another request");
    assertThat(partner.collected("KES")).isEqualByComparingTo("50");
  }

  @Test
  void aRefusalWithAnIdempotencyKeyPaysAtNoOtherTime() {
    PaidBack paid = PaidBack.collected(partner, "short");
    withdraw(51);
    assertRefused(keyed(paid, "short", "short", 100), 412, "insufficient available balance");
    PaidBack.collected(partner, "more");

    assertRefused(keyed(paid, "short", "short", 100), 412, "insufficient available balance");

    assertThat(paid.refunds()).isEmpty();
    paid.refunded("short", 100);
  }

  @Test
  void countsAmongThePayoutsOfAnHour() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              partner = limited(new BusinessLimits(Map.of(), Map.of(), Optional.of(2), NO, NO));
              PaidBack paid = PaidBack.collected(partner, "hour");
              paid.refunded("first", 10);
              paid.refunded("second", 10);

              assertRefused(paid.refund("third", 10), 429, "too many payouts in an hour");

              assertThat(partner.collected("KES")).isEqualByComparingTo("130");
              assertThat(
                      partner
                          .request()
                          .get("/business/limits")
                          .<Number>path("payoutsPerHour.used")
                          .intValue())
                  .isEqualTo(2);
            });
  }

  @Test
  void countsInTheSumOfADay() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              partner =
                  limited(new BusinessLimits(Map.of(), Map.of(Country.KE, kes("100")), NO, NO, NO));
              PaidBack paid = PaidBack.collected(partner, "day");
              paid.refunded("first", 60);

              assertRefused(paid.refund("second", 41), 429, "too much paid out to KE in a day");
              assertRefused(paid.refund("second", null), 429, "too much paid out to KE in a day");
              paid.refunded("second", 40);

              assertThat(partner.collected("KES")).isEqualByComparingTo("50");
            });
  }

  @Test
  void isNoLargerThanTheLargestPayout() {
    partner =
        limited(new BusinessLimits(Map.of(CurrencyUnit.KES, kes("100")), Map.of(), NO, NO, NO));
    PaidBack paid = PaidBack.collected(partner, "large");

    assertRefused(paid.refund("all", null), 400, "amount must be at most 100 KES");

    paid.refunded("part", 100);
  }

  @Test
  void aCollectionOfAnotherBusinessIsNotFound() {
    PaidBack paid = PaidBack.collected(partner, "theirs");
    PaidBack stolen = new PaidBack(partners.createShop(Map.of()), paid.collection());

    assertRefused(stolen.refund("mine", null), 404, "collection not found");
    assertRefused(stolen.partner().request().get(stolen.path()), 404, "collection not found");

    assertThat(paid.refunds()).isEmpty();
  }

  @Test
  void anUnpaidCollectionAndAnErasedCustomerAreNotRefunded() {
    Map<String, Object> body = collectionOf("declined");
    body.put("mobile", "+254712345691");
    PaidBack declined = new PaidBack(partner, partner.collect(body).path("id"));
    PaidBack erased = PaidBack.collected(partner, "erased");
    rows.execute(
        "DELETE FROM collection_detail WHERE collection_id = $1",
        UUID.fromString(erased.collection()));

    assertRefused(declined.refund("declined", null), 409, "collection is not paid");
    assertRefused(erased.refund("erased", null), 409, "customer cannot be read any more");
    assertRefused(erased.refund("", null), 400, "reference is required");
  }

  @Test
  void aSuspendedBusinessPaysNothingBack() {
    PaidBack paid = PaidBack.collected(partner, "suspended");
    TestOperator.request()
        .body("{\"suspended\":true}")
        .patch("/operator/businesses/" + Desk.idOf(partner))
        .succeeded();
    eventually(() -> partner.request().get(paid.path()).statusCode(), status -> status == 403);

    assertRefused(paid.refund("suspended", null), 403, "business is suspended");

    assertThat(rows.count(COUNT, UUID.fromString(paid.collection()))).isZero();
  }

  private Partner limited(BusinessLimits limits) {
    return partners.create(
        BusinessProfile.named("Limited").withCollections().withLimits(limits), Map.of());
  }

  private static Money kes(String amount) {
    return Money.exactly(CurrencyUnit.KES, new BigDecimal(amount));
  }

  private void withdraw(int amount) {
    Response moved =
        Desk.post(
            "/operator/businesses/" + Desk.idOf(partner) + "/withdrawals",
            Map.of(
                "currency", "KES",
                "purpose", "collection",
                "amount", amount,
                "reference", "rent " + Desk.idOf(partner),
                "reason", "rent"));
    assertThat(moved.statusCode()).as(moved.asString()).isLessThan(300);
  }

  private static Response keyed(PaidBack paid, String key, String reference, Integer amount) {
    return paid.partner()
        .request()
        .header("Idempotency-Key", key)
        .body(PaidBack.body(reference, amount))
        .post(paid.path());
  }

  /** The status of the newest refund, once it is final. */
  private static String endOf(PaidBack paid) {
    return eventually(
        () -> paid.refunds().get(0).get("status").toString(),
        status -> !"refund_pending".equals(status));
  }
}
