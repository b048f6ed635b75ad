package org.mizani.rail.daraja;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.arc.All;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.operator.business.Desk;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CallbackUrls;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.rail.callback.PaymentListener;
import org.mizani.rail.daraja.StandInBooks.Entry;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Collections through Daraja with two prompts, as by a gateway that repeats a request. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class DarajaSecondPaymentsApiTest {

  private static final String PAYS = "254712345678";

  /** Its last digits are the result code of a customer's refusal. */
  private static final String DECLINES = "254712341032";

  /** Its last digits are the code of a prompt that stays without an answer. */
  private static final String WAITS = "254712344999";

  private static final String REFUSED = "1032";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject StandIns standIns;
  @Inject CallbackUrls urls;
  @Inject @All List<PaymentListener> listeners;

  private DarajaStandIn network;
  private Partner partner;

  @BeforeEach
  void resetNetworkAndCreatePartner() {
    network = standIns.kenya();
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    rows.endPollsOf(partner.businessId());
    rows.assertBooksBalance();
  }

  @Test
  void aPaymentOfTheAcknowledgedPromptAfterTheCreditOfAnotherOneIsFlagged() {
    UUID collection = partner.collectFrom(WAITS);
    Entry acknowledged = acknowledgedPrompt(collection);
    Entry credited = creditedBesides(collection, acknowledged);
    Entry second = PromptCallbacks.paid(acknowledged);
    enter(second, credited);

    PromptCallbacks.post(urls, collection, second);

    eventually(() -> isFlagged(collection), isEqual(true));
    awaitLastPoll(collection);
    assertCreditedOnceWith(collection, credited);
  }

  @Test
  void aRefusalOfTheAcknowledgedPromptAfterTheCreditOfAnotherOneIsNoDiscrepancy() {
    UUID collection = partner.collectFrom(WAITS);
    Entry acknowledged = acknowledgedPrompt(collection);
    Entry credited = creditedBesides(collection, acknowledged);
    Entry refused = PromptCallbacks.withCode(acknowledged, REFUSED);
    enter(refused, credited);

    PromptCallbacks.post(urls, collection, refused);

    hear(collection);
    awaitLastPoll(collection);
    assertThat(isFlagged(collection)).isFalse();
    assertCreditedOnceWith(collection, credited);
  }

  @Test
  void aRefusalOfThePromptThatWasCreditedIsADiscrepancy() {
    UUID collection = partner.collectFrom(WAITS);
    Entry acknowledged = acknowledgedPrompt(collection);
    Entry credited = creditedBesides(collection, acknowledged);
    Entry refused = PromptCallbacks.withCode(credited, REFUSED);
    enter(acknowledged, refused);

    PromptCallbacks.post(urls, collection, refused);

    eventually(() -> isFlagged(collection), isEqual(true));
    awaitLastPoll(collection);
    assertCreditedOnceWith(collection, credited);
  }

  /** The network tells what it has just told by a callback a little later when it is asked. */
  @Test
  void aPaymentThatTheNetworkDoesNotFindAtFirstIsCredited() {
    UUID collection = partner.collectFrom(DECLINES);
    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_failure");
    awaitLastPoll(collection);
    Entry paid = PromptCallbacks.another(firstPrompt(), "0");
    PromptCallbacks.post(urls, collection, paid);
    awaitMorePolls(collection);

    network.books().enter(paid);

    eventually(() -> rows.transfersOf(collection.toString()), isEqual(List.of("collect")));
    awaitLastPoll(collection);
    assertCreditedOnceWith(collection, paid);
    assertThat(isFlagged(collection)).as("it had failed by then").isTrue();
  }

  @Test
  void aSecondPaymentThatTheNetworkDoesNotFindAtFirstIsFlagged() {
    UUID collection = partner.collectFrom(PAYS);
    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    awaitLastPoll(collection);
    Entry credited = firstPrompt();
    Entry second = PromptCallbacks.another(credited, "0");
    PromptCallbacks.post(urls, collection, second);
    awaitMorePolls(collection);
    assertThat(isFlagged(collection)).isFalse();

    network.books().enter(second);

    eventually(() -> isFlagged(collection), isEqual(true));
    awaitLastPoll(collection);
    assertCreditedOnceWith(collection, credited);
  }

  /** From then on the network's word counts that it does not have a prompt. */
  @ParameterizedTest
  @ValueSource(strings = {PAYS, DECLINES})
  void aPaymentThatTheNetworkStillDoesNotFindAQuarterOfAnHourLaterIsFlagged(String phone) {
    UUID collection = partner.collectFrom(phone);
    partner.finalStatusOf(collection);
    awaitLastPoll(collection);
    List<String> transfers = rows.transfersOf(collection.toString());
    PromptCallbacks.post(urls, collection, PromptCallbacks.another(firstPrompt(), "0"));
    awaitMorePolls(collection);
    assertThat(isFlagged(collection)).isFalse();

    rows.execute(
        "UPDATE rail_callback SET received_at = received_at - interval '16 minutes'"
            + " WHERE payment_id = $1",
        collection);

    awaitLastPoll(collection);
    assertThat(isFlagged(collection)).isTrue();
    assertThat(rows.transfersOf(collection.toString())).isEqualTo(transfers);
  }

  /** Both are heard of at once, and count as one word. */
  @Test
  void aSecondPaymentThatIsHeardOfTogetherWithTheCreditedOneIsFlagged() {
    network.plan(
        (operation, request) ->
            switch (operation) {
              case PROMPT -> StandInFault.CALLBACK_NEVER;
              case PROMPT_QUERY -> StandInFault.MAINTENANCE;
              default -> StandInFault.NONE;
            });
    UUID collection = partner.collectFrom(PAYS);
    Entry credited = acknowledgedPrompt(collection);
    Entry second = PromptCallbacks.another(credited, "0");
    network.books().enter(second);
    PromptCallbacks.post(urls, collection, second);
    eventually(() -> due(collection, "words = 1"), isEqual(true));
    rows.execute("UPDATE collection_due SET words = 0 WHERE id = $1", collection);
    PromptCallbacks.post(urls, collection, credited);
    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");

    network.plan(StandInPlan.always(StandInFault.NONE));

    eventually(() -> isFlagged(collection), isEqual(true));
    awaitLastPoll(collection);
    assertCreditedOnceWith(collection, credited);
  }

  /** It stays failed, so that each answer of paid could credit it. */
  @Test
  void aSecondPaymentOfACollectionThatWasCreditedLateIsFlagged() {
    UUID collection = partner.collectFrom(DECLINES);
    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_failure");
    awaitLastPoll(collection);
    Entry credited = PromptCallbacks.another(firstPrompt(), "0");
    Entry second = PromptCallbacks.another(credited, "0");
    network.books().enter(credited);
    network.books().enter(second);
    PromptCallbacks.post(urls, collection, credited);
    eventually(() -> rows.transfersOf(collection.toString()), isEqual(List.of("collect")));
    awaitLastPoll(collection);
    clearFlag(collection);

    PromptCallbacks.post(urls, collection, second);

    eventually(() -> isFlagged(collection), isEqual(true));
    awaitLastPoll(collection);
    assertCreditedOnceWith(collection, credited);
  }

  /** The flag is of the time before the callback, whose payment the network bears out later. */
  @Test
  void aSecondPaymentOfTheTimeAfterAClearedFlagIsFlaggedAgain() {
    UUID collection = partner.collectFrom(PAYS);
    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    awaitLastPoll(collection);
    rows.execute(
        "UPDATE collection SET flagged = true, flagged_at = now() - interval '1 minute'"
            + " WHERE id = $1",
        collection);
    network.plan(StandInPlan.always(StandInFault.MAINTENANCE).only(StandInOperation.PROMPT_QUERY));
    Entry credited = firstPrompt();
    Entry second = PromptCallbacks.another(credited, "0");
    network.books().enter(second);
    PromptCallbacks.post(urls, collection, second);
    awaitMorePolls(collection);
    clearFlag(collection);

    network.plan(StandInPlan.always(StandInFault.NONE));

    eventually(() -> isFlagged(collection), isEqual(true));
    awaitLastPoll(collection);
    assertCreditedOnceWith(collection, credited);
  }

  @Test
  void aPaymentThatAnOperatorHasCreditedByItsReceiptIsNoSecondOne() {
    UUID collection = promptOfWhichNothingIsHeard();
    Entry prompt = firstPrompt();
    creditByHand(collection, prompt.receipt());
    network.plan(StandInPlan.always(StandInFault.NONE));

    PromptCallbacks.post(urls, collection, prompt);

    awaitLastPoll(collection);
    assertThat(isFlagged(collection)).isFalse();
    assertCreditedOnceWith(collection, prompt);
  }

  /** The customer has paid in another way, or the receipt was entered wrongly. */
  @Test
  void aPaymentBesideTheReceiptThatAnOperatorHasEnteredIsFlagged() {
    UUID collection = promptOfWhichNothingIsHeard();
    creditByHand(collection, "SOTHER0001");
    network.plan(StandInPlan.always(StandInFault.NONE));

    PromptCallbacks.post(urls, collection, firstPrompt());

    eventually(() -> isFlagged(collection), isEqual(true));
    assertThat(rows.transfersOf(collection.toString())).containsExactly("collect");
  }

  /** The pod has read the collection before the credit. */
  @Test
  void aPaymentThatTheNetworkTellsJustAsAnOperatorCreditsAnotherOneIsFlagged() {
    UUID collection = promptOfWhichNothingIsHeard();
    Entry prompt = firstPrompt();
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch credited = new CountDownLatch(1);
    network.plan(
        (operation, request) -> {
          // Payments of other tests are asked about too.
          if (request.path("CheckoutRequestID").asText().equals(prompt.networkId())) {
            asked.countDown();
            await(credited);
          }
          return StandInFault.NONE;
        });
    PromptCallbacks.post(urls, collection, prompt);
    await(asked);

    creditByHand(collection, "SOTHER0001");
    credited.countDown();

    eventually(() -> isFlagged(collection), isEqual(true));
    awaitLastPoll(collection);
    assertThat(rows.transfersOf(collection.toString())).containsExactly("collect");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its sender knows the path of one collection, and the id of a paid prompt of another one. */
  @Test
  void aCallbackWithoutAnAmountCreditsNoPromptOfAnotherCollection() {
    UUID paid = partner.collectFrom(PAYS);
    assertThat(partner.finalStatusOf(paid)).isEqualTo("collection_success");
    Entry prompt = firstPrompt();
    network.plan(StandInPlan.always(StandInFault.REQUEST_LOST).only(StandInOperation.PROMPT));
    UUID other = partner.collectFrom("254712345679");

    PromptCallbacks.post(urls, other, PromptCallbacks.withCode(prompt, REFUSED));

    eventually(() -> isFlagged(other), isEqual(true));
    awaitMorePolls(other);
    assertThat(partner.statusOf(other)).isEqualTo("collection_pending");
    assertThat(rows.transfersOf(other.toString())).isEmpty();
  }

  /** A prompt that the network has, while its acknowledgement, result and answers are lost. */
  private UUID promptOfWhichNothingIsHeard() {
    network.plan(
        (operation, request) ->
            switch (operation) {
              case PROMPT, PROMPT_QUERY -> StandInFault.HTML;
              default -> StandInFault.NONE;
            });
    UUID collection = partner.collectFrom(PAYS);
    awaitCallbacks(collection);
    rows.execute("DELETE FROM rail_callback WHERE payment_id = $1", collection);
    awaitMorePolls(collection);
    return collection;
  }

  /** Another prompt of the customer, which is paid and credited beside this one. */
  private Entry creditedBesides(UUID collection, Entry prompt) {
    Entry paid = PromptCallbacks.another(prompt, "0");
    network.books().enter(paid);
    PromptCallbacks.post(urls, collection, paid);
    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    awaitLastPoll(collection);
    assertThat(isFlagged(collection)).isFalse();
    return paid;
  }

  private void enter(Entry... prompts) {
    network.books().clear();
    Arrays.stream(prompts).forEach(network.books()::enter);
  }

  private Entry acknowledgedPrompt(UUID collection) {
    eventually(() -> due(collection, "network_ids IS NOT NULL"), isEqual(true));
    return firstPrompt();
  }

  private Entry firstPrompt() {
    return network.books().entries(StandInOperation.PROMPT).get(0);
  }

  private void creditByHand(UUID collection, String receipt) {
    Response answer =
        Desk.post(
            "/operator/collections/" + collection + "/settle",
            Map.of(
                "status",
                "collection_success",
                "reason",
                "receipt seen",
                "mnoPaymentReference",
                receipt));
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
  }

  private void clearFlag(UUID collection) {
    String path = "/operator/collections/" + collection;
    Response answer =
        Desk.post(
            path + "/clear-flag",
            Map.of(
                "flaggedAt",
                Desk.get(path, Map.of()).<String>path("flaggedAt"),
                "reason",
                "compared"));
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
  }

  private void assertCreditedOnceWith(UUID collection, Entry prompt) {
    assertThat(rows.transfersOf(collection.toString())).containsExactly("collect");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(
            Desk.get("/operator/collections/" + collection, Map.of())
                .<String>path("mnoPaymentReference"))
        .isEqualTo(prompt.receipt());
  }

  private boolean isFlagged(UUID collection) {
    return rows.count("SELECT count(*) FROM collection WHERE id = $1 AND flagged", collection) == 1;
  }

  private boolean due(UUID collection, String condition) {
    return rows.count(
            "SELECT count(*) FROM collection_due WHERE id = $1 AND " + condition, collection)
        == 1;
  }

  private void awaitLastPoll(UUID collection) {
    eventually(() -> due(collection, "true"), isEqual(false));
  }

  /** Runs the listeners, as a callback does in the background. */
  private void hear(UUID collection) {
    listeners.stream()
        .filter(listener -> listener.kind() == Kind.COLLECTION)
        .forEach(listener -> listener.hear(List.of(collection)).await().atMost(PATIENCE));
  }

  /** Waits until the call that is under way has ended, and a poll after it. */
  private void awaitMorePolls(UUID collection) {
    eventually(() -> due(collection, "true"), isEqual(true));
    long before = polls(collection);
    eventually(() -> polls(collection), polls -> polls >= before + 2);
  }

  private long polls(UUID collection) {
    return rows.count(
        "SELECT coalesce(sum(polls), 0) FROM collection_due WHERE id = $1", collection);
  }

  private void awaitCallbacks(UUID collection) {
    eventually(
        () -> rows.count("SELECT count(*) FROM rail_callback WHERE payment_id = $1", collection),
        isEqual(1L));
  }
}
