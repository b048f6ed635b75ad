package org.mizani.rail.daraja;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.arc.All;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CallbackUrls;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.rail.callback.PaymentListener;
import org.mizani.rail.daraja.StandInBooks.Entry;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/**
 * Receipts of payments that were learnt by a query, whose answer has none: a later callback has it.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class DarajaPromptReceiptsApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject StandIns standIns;
  @Inject CallbackUrls urls;
  @Inject @All List<PaymentListener> listeners;

  private WebhookReceiver receiver;
  private DarajaStandIn network;
  private Partner partner;
  private UUID collection;
  private Entry prompt;

  @BeforeEach
  void aPaymentThatIsLearntByAQuery() throws IOException {
    receiver = WebhookReceiver.listen();
    network = standIns.kenya();
    network.plan(StandInPlan.always(StandInFault.CALLBACK_NEVER).only(StandInOperation.PROMPT));
    partner = partners.createShop(Map.of());
    Map<String, Object> body = collectionOf("order");
    body.put("callbackUrl", receiver.url("/paid"));
    collection = UUID.fromString(partner.collect(body).path("id"));
    eventually(() -> details().path("status"), isEqual("collection_success"));
    awaitLastPoll();
    prompt = network.books().entries(StandInOperation.PROMPT).get(0);
    assertThat(reference()).isEqualTo(prompt.networkId());
  }

  @AfterEach
  void booksBalance() {
    rows.endPollsOf(partner.businessId());
    rows.assertBooksBalance();
    receiver.close();
  }

  @Test
  void aLaterCallbackFillsInTheReceipt() {
    callBack(prompt);

    eventually(this::reference, isEqual(prompt.receipt()));
    assertThat(
            TestOperator.request()
                .get("/operator/collections/" + collection)
                .<String>path("mnoPaymentReference"))
        .isEqualTo(prompt.receipt());
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(rows.transfersOf(collection.toString())).containsExactly("collect");
    assertThat(isFlagged()).isFalse();
  }

  @Test
  void noSecondWebhookTellsTheReceipt() {
    eventually(() -> receiver.at("/paid").isEmpty(), isEqual(false));

    callBack(prompt);

    eventually(this::reference, isEqual(prompt.receipt()));
    awaitLastPoll();
    assertThat(
            rows.count("SELECT count(*) FROM webhook_delivery WHERE subject_id = $1", collection))
        .isOne();
  }

  @Test
  void aKnownReceiptIsNotReplaced() {
    callBack(prompt);
    eventually(this::reference, isEqual(prompt.receipt()));

    callBack(PromptCallbacks.like(prompt, "SANOTHER01", prompt.amount()));

    hear();
    assertThat(reference()).isEqualTo(prompt.receipt());
  }

  /** The other one may be a second payment, until the network's word counts that it has none. */
  @Test
  void theReceiptIsFilledInThoughAnotherPromptWasNamed() {
    callBack(PromptCallbacks.invented("0"));
    callBack(prompt);
    eventually(this::callbacks, isEqual(2L));

    aQuarterOfAnHourPasses();

    eventually(this::reference, isEqual(prompt.receipt()));
    awaitLastPoll();
    assertThat(isFlagged()).isTrue();
  }

  @Test
  void anotherAmountIsFlaggedAndItsReceiptIsNotTaken() {
    callBack(PromptCallbacks.like(prompt, prompt.receipt(), 149));

    eventually(this::isFlagged, isEqual(true));
    awaitLastPoll();
    assertThat(reference()).isEqualTo(prompt.networkId());
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  @Test
  void theReceiptOfAnotherPromptIsNotTaken() {
    callBack(PromptCallbacks.invented("0"));

    aQuarterOfAnHourPasses();
    hear();
    assertThat(reference()).isEqualTo(prompt.networkId());
    assertThat(isFlagged()).isTrue();
  }

  /** The network no longer answers then, and the customer may have paid twice. */
  @Test
  void aSecondPaymentOfTheDayBeforeOfWhichNobodyCanTellIsFlagged() {
    network.plan(StandInPlan.always(StandInFault.MAINTENANCE).only(StandInOperation.PROMPT_QUERY));
    rows.changeCollection(
        collection,
        "created_at = now() - interval '26 hours', expires_at = now() - interval '25 hours'");

    callBack(PromptCallbacks.invented("0"));

    hear();
    assertThat(isFlagged()).isTrue();
    assertThat(reference()).isEqualTo(prompt.networkId());
  }

  /** The lease lasts longer than the test does. */
  @Test
  void aWordDuringTheLastPollOfAWatchIsFollowedBeforeItsLeaseEnds() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch heard = new CountDownLatch(1);
    Entry second = PromptCallbacks.another(prompt, "0");
    network.plan(
        (operation, request) -> {
          // Payments of other tests are asked about too.
          if (request.path("CheckoutRequestID").asText().equals(second.networkId())) {
            asked.countDown();
            awaitUnchecked(heard);
          }
          return StandInFault.MAINTENANCE;
        });
    rows.changeCollection(
        collection,
        "created_at = now() - interval '26 hours', expires_at = now() - interval '25 hours'");
    callBack(second);
    assertThat(asked.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();

    rows.execute(
        "UPDATE collection_due SET words = words + 1, leased_until = now() + interval '1 day',"
            + " next_poll_at = now() + interval '1 day' WHERE id = $1",
        collection);
    heard.countDown();

    eventually(this::isFlagged, isEqual(true));
    awaitLastPoll();
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void callBack(Entry said) {
    PromptCallbacks.post(urls, collection, said);
  }

  /** Runs the listeners, as a callback does in the background, and waits for what follows. */
  private void hear() {
    listeners.stream()
        .filter(listener -> listener.kind() == Kind.COLLECTION)
        .forEach(listener -> listener.hear(List.of(collection)).await().atMost(PATIENCE));
    awaitLastPoll();
  }

  private long callbacks() {
    return rows.count("SELECT count(*) FROM rail_callback WHERE payment_id = $1", collection);
  }

  private void aQuarterOfAnHourPasses() {
    rows.execute(
        "UPDATE rail_callback SET received_at = received_at - interval '16 minutes'"
            + " WHERE payment_id = $1",
        collection);
  }

  private void awaitLastPoll() {
    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection),
        isEqual(0L));
  }

  private Response details() {
    return partner.request().get("/business/collections/" + collection + "/details");
  }

  private String reference() {
    return details().path("mnoPaymentReference");
  }

  private boolean isFlagged() {
    return rows.count("SELECT count(*) FROM collection WHERE id = $1 AND flagged", collection) == 1;
  }
}
