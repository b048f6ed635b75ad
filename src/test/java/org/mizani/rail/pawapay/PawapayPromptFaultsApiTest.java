package org.mizani.rail.pawapay;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.rail.pawapay.StandInConduct.AnswerFault;
import org.mizani.rail.pawapay.StandInConduct.CallbackFault;
import org.mizani.rail.pawapay.StandInConduct.Plan;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Prompts in Uganda through pawaPay, each with a fault of the network. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class PawapayPromptFaultsApiTest {

  private static final String PAYS = "256772000000";

  /** Its last digits have the stand-in tell that the payment was not approved. */
  private static final String DECLINES = "256772000039";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject StandIns standIns;

  private PawapayStandIn network;
  private Partner partner;

  @BeforeEach
  void resetNetworkAndCreatePartner() {
    network = standIns.momo();
    network
        .conduct()
        .lastByteAfter(Duration.ofHours(1))
        .settlesAfter(Duration.ofMillis(200))
        .callsBack(PaymentKind.DEPOSIT, callbackUrl());
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  /** Those with an unclear answer are told by callback, by a query, and by both. */
  @ParameterizedTest
  @CsvSource({
    "LOST_AFTER, NONE",
    "LOST_AFTER, NEVER",
    "ERROR_AFTER, NONE",
    "ERROR_AFTER, NEVER",
    "PAGE_AFTER, NONE",
    "PAGE_AFTER, NEVER",
    "SLOW_LAST_BYTE, NONE",
    "SLOW_LAST_BYTE, NEVER",
    "NONE, EARLY",
    "NONE, TWICE",
    "NONE, FORGED",
    "NONE, NEVER"
  })
  void aCustomerIsPromptedOnceAndTheWalletCreditedAsTheNetworkSays(
      AnswerFault answer, CallbackFault callback) {
    network.conduct().submissions(Plan.always(answer)).callbacks(Plan.always(callback));

    UUID paid = collect(PAYS);
    UUID declined = collect(DECLINES);

    assertThat(partner.finalStatusOf(paid)).isEqualTo("collection_success");
    assertThat(partner.finalStatusOf(declined)).isEqualTo("collection_failure");
    awaitCallbacks(paid, callback);
    awaitCallbacks(declined, callback);
    assertThat(rows.transfersOf(paid.toString())).containsExactly("collect");
    assertThat(rows.transfersOf(declined.toString())).isEmpty();
    assertThat(partner.collected("UGX")).isEqualByComparingTo("1000");
    assertThat(network.books().all(PaymentKind.DEPOSIT))
        .extracting(StandInPayment::phone)
        .containsExactlyInAnyOrder(PAYS, DECLINES);
    assertThat(List.of(paid, declined))
        .allSatisfy(id -> assertThat(network.books().submissions(id.toString())).isOne());
    assertThat(network.books().sum(PaymentKind.DEPOSIT, "UGX")).isEqualByComparingTo("1000");
  }

  private void awaitCallbacks(UUID collection, CallbackFault fault) {
    long all =
        switch (fault) {
          case NEVER -> 0;
          case TWICE, FORGED -> 2;
          default -> 1;
        };
    eventually(
        () -> rows.count("SELECT count(*) FROM rail_callback WHERE payment_id = $1", collection),
        isEqual(all));
    // A word that came during the settlement is followed once the lease has ended.
    rows.execute("UPDATE collection_due SET next_poll_at = now() WHERE id = $1", collection);
    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection),
        isEqual(0L));
  }

  private UUID collect(String phone) {
    Map<String, Object> body = collectionOf(phone);
    body.put("currency", "UGX");
    body.put("mobile", "+" + phone);
    body.put("amount", 1000);
    Response created = partner.collect(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("id"));
  }

  private static URI callbackUrl() {
    return URI.create(
        "http://localhost:" + ServicePort.number() + "/rails/momo/" + ConnectedProfile.SECRET);
  }
}
