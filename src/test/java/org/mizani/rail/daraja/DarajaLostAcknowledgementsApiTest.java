package org.mizani.rail.daraja;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.rail.CallbackUrls;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Prompts through Daraja after a lost acknowledgement, by which no id of them is known. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class DarajaLostAcknowledgementsApiTest {

  private static final String PAYS = "254712345678";

  /** Its last digits are the result code of a customer's refusal. */
  private static final String DECLINES = "254712341032";

  /** Its last digits are the code of a prompt that stays without an answer. */
  private static final String WAITS = "254712344999";

  private static final Duration NEVER = Duration.ofHours(1);

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject StandIns standIns;
  @Inject CallbackUrls urls;

  private DarajaStandIn network;
  private Partner partner;

  @BeforeEach
  void resetNetworkAndCreatePartner() {
    network = standIns.kenya();
    network.slowness(NEVER);
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    rows.endPollsOf(partner.businessId());
    rows.assertBooksBalance();
  }

  /**
   * The network takes no id of ours, and its callback is not signed: it settles no collection, but
   * names the id under which the network is asked.
   */
  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {"ACKNOWLEDGEMENT_LOST", "ERROR_AFTER_EFFECT", "HTML", "SLOW"})
  void aPaymentWhoseAcknowledgementWasLostIsCreditedAsTheNetworkBearsOut(StandInFault fault) {
    network.plan(StandInPlan.always(fault).only(StandInOperation.PROMPT));

    UUID collection = partner.collectFrom(PAYS);

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    assertCreditedWithItsReceipt(collection);
    assertThat(shown(collection).<Boolean>path("flagged")).isFalse();
    assertThat(word(collection))
        .containsEntry("outcome", "paid")
        .containsEntry("networkIds", List.of(onlyPrompt().networkId()))
        .containsEntry("signed", false)
        .containsEntry("counted", true);
  }

  /** Another prompt may be on the phone until then, as of a gateway that repeats a request. */
  @Test
  void aRefusalWhoseAcknowledgementWasLostIsToldOnceTheTimeIsUp() {
    network.plan(
        StandInPlan.always(StandInFault.ACKNOWLEDGEMENT_LOST).only(StandInOperation.PROMPT));
    UUID collection = partner.collectFrom(DECLINES);
    awaitCallbacks(collection, 1);
    awaitMorePolls(collection);
    assertThat(partner.statusOf(collection)).isEqualTo("collection_pending");

    timeIsUp(collection);

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_failure");
    assertNothingCredited(collection);
    onlyPrompt();
    assertThat(shown(collection).<Boolean>path("flagged")).isFalse();
    assertThat(word(collection))
        .containsEntry("failureCode", "customer_declined")
        .containsEntry("counted", true);
  }

  /** Its watch for a late payment lasts, or is over. */
  @ParameterizedTest
  @ValueSource(ints = {1, 25})
  void aPaymentThatNobodyAcknowledgedIsCreditedThoughItIsHeardOfAfterTheEnd(int hours) {
    UUID collection = promptOfWhichNothingIsHeard(PAYS);
    endedSince(collection, hours);
    network.plan(StandInPlan.always(StandInFault.NONE));

    PromptCallbacks.post(urls, collection, onlyPrompt());

    eventually(() -> rows.transfersOf(collection.toString()), isEqual(List.of("collect")));
    eventually(() -> polled(collection), isEqual(0L));
    assertCreditedWithItsReceipt(collection);
    assertThat(partner.statusOf(collection)).isEqualTo("cancelled");
    assertThat(shown(collection).<Boolean>path("flagged")).isTrue();
  }

  @Test
  void aRefusalThatIsHeardOfAfterTheEndEndsTheWatchWithoutAFlag() {
    UUID collection = promptOfWhichNothingIsHeard(DECLINES);
    endedSince(collection, 1);
    network.plan(StandInPlan.always(StandInFault.NONE));

    PromptCallbacks.post(urls, collection, onlyPrompt());

    eventually(() -> polled(collection), isEqual(0L));
    assertNothingCredited(collection);
    assertThat(partner.statusOf(collection)).isEqualTo("cancelled");
    assertThat(shown(collection).<Boolean>path("flagged")).isFalse();
  }

  @Test
  void aCallbackThatComesTwiceWithoutAnAcknowledgementIsCreditedOnce() {
    UUID collection = promptOfWhichNothingIsHeard(PAYS);
    network.plan(StandInPlan.always(StandInFault.NONE));

    PromptCallbacks.post(urls, collection, onlyPrompt());
    PromptCallbacks.post(urls, collection, onlyPrompt());

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    PromptCallbacks.post(urls, collection, onlyPrompt());
    awaitCallbacks(collection, 3);
    rows.execute("UPDATE collection_due SET next_poll_at = now() WHERE id = $1", collection);
    eventually(() -> polled(collection), isEqual(0L));
    assertCreditedWithItsReceipt(collection);
    assertThat(shown(collection).<Boolean>path("flagged")).isFalse();
  }

  /** Each id is asked about in its turn. */
  @Test
  void anInventedIdDoesNotHideTheOneOfThePrompt() {
    UUID collection = promptOfWhichNothingIsHeard(PAYS);
    network.plan(StandInPlan.always(StandInFault.NONE));

    PromptCallbacks.post(urls, collection, onlyPrompt());
    PromptCallbacks.post(urls, collection, PromptCallbacks.invented("1032"));

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    assertCreditedWithItsReceipt(collection);
  }

  /**
   * A gateway that repeats a request prompts twice: the customer refuses one, and pays the other.
   */
  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {"ACKNOWLEDGEMENT_LOST", "NONE"})
  void aPaymentOfASecondPromptIsCreditedThoughTheFirstOneWasRefused(StandInFault fault) {
    network.plan(StandInPlan.always(fault).only(StandInOperation.PROMPT));
    UUID collection = partner.collectFrom(DECLINES);
    awaitCallbacks(collection, 1);
    timeIsUp(collection);
    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_failure");
    eventually(() -> polled(collection), isEqual(0L));
    StandInBooks.Entry second = PromptCallbacks.another(onlyPrompt(), "0");
    network.books().enter(second);

    PromptCallbacks.post(urls, collection, second);

    eventually(() -> rows.transfersOf(collection.toString()), isEqual(List.of("collect")));
    eventually(() -> polled(collection), isEqual(0L));
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(partner.statusOf(collection)).isEqualTo("collection_failure");
    assertThat(shown(collection).<Boolean>path("flagged")).isTrue();
    assertThat(shown(collection).<String>path("mnoPaymentReference")).isEqualTo(second.receipt());
  }

  @Test
  void ofTwoPromptsTheOneThatIsPaidSettlesTheCollection() {
    UUID collection = promptOfWhichNothingIsHeard(DECLINES);
    StandInBooks.Entry second = PromptCallbacks.another(onlyPrompt(), "0");
    network.books().enter(second);
    PromptCallbacks.post(urls, collection, second);
    PromptCallbacks.post(urls, collection, prompts().get(0));
    awaitCallbacks(collection, 2);
    awaitMorePolls(collection);

    network.plan(StandInPlan.always(StandInFault.NONE));

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    assertThat(rows.transfersOf(collection.toString())).containsExactly("collect");
    assertThat(shown(collection).<Boolean>path("flagged")).isFalse();
    assertThat(shown(collection).<String>path("mnoPaymentReference")).isEqualTo(second.receipt());
  }

  /** The refusal alone is heard of, while the first prompt waits on the phone and is then paid. */
  @Test
  void aPaymentAfterTheRefusalOfASecondPromptSettlesTheCollection() {
    network.plan(
        StandInPlan.always(StandInFault.ACKNOWLEDGEMENT_LOST).only(StandInOperation.PROMPT));
    UUID collection = partner.collectFrom(DECLINES);
    awaitCallbacks(collection, 1);
    awaitMorePolls(collection);
    StandInBooks.Entry first = PromptCallbacks.another(onlyPrompt(), "0");
    network.books().enter(first);

    PromptCallbacks.post(urls, collection, first);

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    assertThat(rows.transfersOf(collection.toString())).containsExactly("collect");
    assertThat(shown(collection).<Boolean>path("flagged")).isFalse();
  }

  /** The network has a prompt of this id, and does not say that it is paid. */
  @Test
  void aCallbackThatAWaitingPromptIsPaidCreditsNothing() {
    network.plan(
        StandInPlan.always(StandInFault.ACKNOWLEDGEMENT_LOST).only(StandInOperation.PROMPT));
    UUID collection = partner.collectFrom(WAITS);
    awaitMorePolls(collection);
    int asked = network.requests(StandInOperation.PROMPT_QUERY);

    PromptCallbacks.post(urls, collection, PromptCallbacks.paid(onlyPrompt()));

    eventually(() -> network.requests(StandInOperation.PROMPT_QUERY), times -> times >= asked + 3);
    assertThat(rows.transfersOf(collection.toString())).isEmpty();
    assertThat(partner.statusOf(collection)).isEqualTo("collection_pending");
  }

  /** A callback alone credits nothing: without the network's answer it is for people. */
  @Test
  void aPaymentThatTheNetworkDoesNotBearOutIsFlagged() {
    UUID collection = promptOfWhichNothingIsHeard(PAYS);
    PromptCallbacks.post(urls, collection, onlyPrompt());
    awaitMorePolls(collection);
    assertThat(partner.statusOf(collection)).isEqualTo("collection_pending");

    endedSince(collection, 25);

    assertNothingCredited(collection);
    assertThat(shown(collection).<Boolean>path("flagged")).isTrue();
    assertThat(word(collection))
        .containsEntry("receipt", onlyPrompt().receipt())
        .containsEntry("counted", false);
    assertThat(
            TestOperator.request()
                .get("/operator/collections?flagged=true&limit=500")
                .<List<String>>path("items.id"))
        .contains(collection.toString());
  }

  /** A prompt that the network has, while its acknowledgement, result and answers are lost. */
  private UUID promptOfWhichNothingIsHeard(String phone) {
    network.plan(
        (operation, request) ->
            switch (operation) {
              case PROMPT -> StandInFault.HTML;
              case PROMPT_QUERY -> StandInFault.HTML;
              default -> StandInFault.NONE;
            });
    UUID collection = partner.collectFrom(phone);
    awaitCallbacks(collection, 1);
    rows.execute("DELETE FROM rail_callback WHERE payment_id = $1", collection);
    awaitMorePolls(collection);
    return collection;
  }

  private void timeIsUp(UUID collection) {
    rows.changeCollection(
        collection, "created_at = now() - interval '5 minutes', expires_at = now()");
  }

  /** Ends a collection that was cancelled as long ago; after a day it is not watched any more. */
  private void endedSince(UUID collection, int hours) {
    rows.changeCollection(
        collection,
        "created_at = now() - interval '%1$d hours 5 minutes', expires_at = now() - interval '%1$d hours'"
            .formatted(hours));
    assertThat(partner.finalStatusOf(collection)).isEqualTo("cancelled");
    if (hours > 24) {
      rows.execute("UPDATE collection_due SET next_poll_at = now() WHERE id = $1", collection);
      eventually(() -> polled(collection), isEqual(0L));
    }
  }

  private void assertCreditedWithItsReceipt(UUID collection) {
    assertThat(rows.transfersOf(collection.toString())).containsExactly("collect");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    StandInBooks.Entry prompt = onlyPrompt();
    assertThat(network.books().collectedFrom(PAYS)).isEqualTo(150);
    assertThat(shown(collection).<String>path("mnoPaymentReference")).isEqualTo(prompt.receipt());
  }

  private long polled(UUID collection) {
    return rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection);
  }

  /** Waits until the call that is under way has ended, and a poll after it. */
  private void awaitMorePolls(UUID collection) {
    long before = polls(collection);
    eventually(() -> polls(collection), polls -> polls >= before + 2);
  }

  private long polls(UUID collection) {
    return rows.count("SELECT polls FROM collection_due WHERE id = $1", collection);
  }

  private void assertNothingCredited(UUID collection) {
    assertThat(rows.transfersOf(collection.toString())).isEmpty();
    assertThat(partner.collected("KES")).isZero();
    assertThat(rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection))
        .isZero();
  }

  private StandInBooks.Entry onlyPrompt() {
    assertThat(network.requests(StandInOperation.PROMPT)).isEqualTo(1);
    assertThat(prompts()).hasSize(1);
    return prompts().get(0);
  }

  private List<StandInBooks.Entry> prompts() {
    return network.books().entries(StandInOperation.PROMPT);
  }

  /** Of words that are not read in time, as on a machine that stalls, the timeline tells less. */
  private static Map<String, Object> word(UUID collection) {
    List<Map<String, Object>> words =
        eventually(
            () -> words(collection),
            all -> all.stream().allMatch(word -> word.containsKey("counted")));
    assertThat(words).hasSize(1);
    return words.get(0);
  }

  private static List<Map<String, Object>> words(UUID collection) {
    return shown(collection).<List<Map<String, Object>>>path("timeline").stream()
        .filter(event -> "network_callback".equals(event.get("event")))
        .toList();
  }

  private static Response shown(UUID collection) {
    return TestOperator.request().get("/operator/collections/" + collection);
  }

  private void awaitCallbacks(UUID collection, long all) {
    eventually(
        () -> rows.count("SELECT count(*) FROM rail_callback WHERE payment_id = $1", collection),
        isEqual(all));
  }
}
