package org.mizani.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.PayoutReturns;
import org.mizani.support.QuickProfile;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.support.WebhookReceiver.Received;

/** A return of a payout goes to the endpoints of its kind, if it is committed. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class EndpointReturnApiTest {

  private static final String WRITTEN =
      "SELECT count(*) FROM webhook_delivery d WHERE subject_id = $1 AND kind = 'payout_return'"
          + " AND endpoint_id IS NOT NULL AND EXISTS (SELECT FROM webhook_body"
          + " WHERE delivery_id = d.id)";

  @Inject TestPartners partners;
  @Inject PayoutReturns returns;
  @Inject Rows rows;

  private WebhookReceiver receiver;
  private UUID payout;

  @BeforeEach
  void aPaidPayoutOfAPartnerWithAnEndpoint() throws IOException {
    receiver = WebhookReceiver.listen();
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    new Endpoints(partner).make(receiver.url("/returns"), "payout_return");
    payout =
        UUID.fromString(partner.transfer(transferOf("paid")).created().path("serviceReference"));
    eventually(
        () ->
            rows.count("SELECT count(*) FROM payout WHERE id = $1 AND status = 'success'", payout),
        count -> count == 1);
  }

  @AfterEach
  void booksBalance() {
    receiver.close();
    rows.assertBooksBalance();
  }

  @Test
  void tellsTheAnswer() {
    enter("first", () -> Uni.createFrom().voidItem());

    List<Received> arrived = eventually(() -> receiver.at("/returns"), all -> all.size() == 1);
    JsonObject body = new JsonObject(arrived.get(0).body());
    assertThat(body.getString("serviceReference")).isEqualTo(payout.toString());
    assertThat(body.getString("status")).isEqualTo("termination_failure");
    // The 7.75 USD that were sent, and the fee of 0.16 USD.
    assertThat(body.getValue("returnedAmount")).hasToString("7.91");
    assertThat(body.containsKey("signature")).isFalse();
  }

  @Test
  void aReturnThatIsRolledBackIsDeliveredNowhere() {
    assertThatThrownBy(
            () -> enter("lost", () -> Uni.createFrom().failure(new IllegalStateException("no"))))
        .hasMessageContaining("no");

    assertThat(rows.count(WRITTEN, payout)).isZero();
    enter("kept", () -> Uni.createFrom().voidItem());
    assertThat(rows.count(WRITTEN, payout)).isOne();
    eventually(() -> receiver.at("/returns"), all -> all.size() == 1);
  }

  private void enter(String reference, Supplier<Uni<Void>> note) {
    returns.enter(payout, reference + payout, note).await().atMost(PATIENCE);
  }
}
