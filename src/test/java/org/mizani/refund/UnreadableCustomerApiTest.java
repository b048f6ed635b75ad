package org.mizani.refund;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.operator.business.Desk;
import org.mizani.support.LoggedLines;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/** Refunds while the customer cannot be decrypted: the encryption key of that time is missing. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class UnreadableCustomerApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;

  private PaidBack paid;
  private UUID collection;
  private Buffer customer;

  @BeforeEach
  void aPaidCollectionWhoseCustomerCannotBeDecrypted() {
    paid = PaidBack.collected(partners.createShop(Map.of()), "unreadable");
    paid.refunded("before", 10);
    collection = UUID.fromString(paid.collection());
    customer =
        rows.execute(
                "SELECT customer_encrypted FROM collection_detail WHERE collection_id = $1",
                collection)
            .get(0)
            .getBuffer(0)
            .getDelegate();
    rows.garbleCustomer(collection);
  }

  @Test
  void aRefundIsMadeUnderItsKeyOnceTheCustomerCanBeRead() {
    try (LoggedLines log = LoggedLines.listen()) {
      assertRefused(keyed(), 503, "service unavailable");

      assertThat(log.text()).contains("the customer of collection " + collection);
    }
    readable();

    Response later = keyed();

    assertThat(later.statusCode()).as(later.asString()).isEqualTo(201);
    assertThat(paid.refunds()).hasSize(2);
  }

  @Test
  void aReferenceThatIsUsedIsToldNevertheless() {
    assertRefused(paid.refund("before", 10), 409, "duplicate reference");
  }

  @Test
  void anOperatorIsToldToTryAgainToo() {
    Response refused =
        Desk.post(
            "/operator/collections/" + collection + "/refund",
            Map.of("reference", "desk", "reason", "sorry", "amount", 10));

    assertRefused(refused, 503, "service unavailable");
  }

  private Response keyed() {
    return paid.partner()
        .request()
        .header("Idempotency-Key", "unreadable")
        .body(PaidBack.body("later", 10))
        .post(paid.path());
  }

  private void readable() {
    rows.execute(
        "UPDATE collection_detail SET customer_encrypted = $2 WHERE collection_id = $1",
        collection,
        customer);
  }
}
