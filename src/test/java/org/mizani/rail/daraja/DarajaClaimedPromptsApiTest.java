package org.mizani.rail.daraja;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.rail.CallbackUrls;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.rail.daraja.StandInBooks.Entry;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Prompts through Daraja that callbacks name beside the one that was acknowledged, or another's.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class DarajaClaimedPromptsApiTest {

  private static final String PAYS = "254712345678";

  /** Its last digits are the result code of a customer's refusal. */
  private static final String DECLINES = "254712341032";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject StandIns standIns;
  @Inject CallbackUrls urls;

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
  void aPaymentBesideARefusalIsCreditedThoughItsSettlementFailsAfterTheNoteOfItsId() {
    UUID collection = collectWhileTheNetworkIsSilent(StandInFault.CALLBACK_NEVER, DECLINES);
    Entry refused = network.books().entries(StandInOperation.PROMPT).get(0);
    Entry paid = PromptCallbacks.another(refused, "0");
    network.books().enter(paid);
    eventually(() -> networkIds(collection), isEqual(1L));
    PromptCallbacks.post(urls, collection, paid);
    PromptCallbacks.post(urls, collection, refused);
    awaitCallbacks(collection, 2);
    rows.execute(
        "CREATE FUNCTION refuse_success() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$ BEGIN RAISE EXCEPTION 'not now'; END $$");
    rows.execute(
        "CREATE TRIGGER refuse_success BEFORE UPDATE ON collection FOR EACH ROW"
            + " WHEN (NEW.id = '"
            + collection
            + "' AND NEW.status = 'success') EXECUTE FUNCTION refuse_success()");
    try {
      network.plan(StandInPlan.always(StandInFault.NONE));
      eventually(() -> networkIds(collection), isEqual(2L));
      pollTwiceInVain(collection);
    } finally {
      rows.execute("DROP TRIGGER refuse_success ON collection");
      rows.execute("DROP FUNCTION refuse_success()");
    }

    pollNow(collection);

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    assertCreditedOnceWith(collection, paid);
    assertThat(isFlagged(collection)).isFalse();
  }

  /** The network has no clear answer about the other one for ever. */
  @Test
  void anUnclearIdDoesNotKeepTheAcknowledgedPromptFromBeingAskedAbout() {
    UUID collection = collectWhileTheNetworkIsSilent(StandInFault.CALLBACK_NEVER, PAYS);
    Entry paid = network.books().entries(StandInOperation.PROMPT).get(0);
    eventually(() -> networkIds(collection), isEqual(1L));
    Entry unclear = PromptCallbacks.another(paid, "4999");
    network.books().enter(unclear);
    PromptCallbacks.post(urls, collection, PromptCallbacks.paid(unclear));
    awaitCallbacks(collection, 1);

    network.plan(StandInPlan.always(StandInFault.NONE));

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    assertThat(rows.transfersOf(collection.toString())).containsExactly("collect");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  /** The network's own answer names no amount. */
  @Test
  void aCallbackOfAnotherAmountUnderAnIdThatWasNotAcknowledgedIsFlagged() {
    UUID collection = collectWhileTheNetworkIsSilent(StandInFault.HTML, PAYS);
    forgetCallback(collection);
    Entry prompt = network.books().entries(StandInOperation.PROMPT).get(0);

    PromptCallbacks.post(urls, collection, PromptCallbacks.like(prompt, "SFORGED001", 15_000));
    network.plan(StandInPlan.always(StandInFault.NONE));

    eventually(() -> isFlagged(collection), isEqual(true));
    awaitMorePolls(collection);
    assertThat(partner.statusOf(collection)).isEqualTo("collection_pending");
    assertThat(networkIds(collection)).isZero();
    assertEndsWithoutCredit(collection);
  }

  /** A sender that knows the path of one collection names a paid prompt of another one. */
  @Test
  void aPromptThatWasNotedForOneCollectionIsNotCreditedToAnother() {
    UUID collection = collectWhileTheNetworkIsSilent(StandInFault.HTML, PAYS);
    Entry prompt = network.books().entries(StandInOperation.PROMPT).get(0);
    network.plan(StandInPlan.always(StandInFault.NONE));
    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    network.plan(StandInPlan.always(StandInFault.REQUEST_LOST).only(StandInOperation.PROMPT));
    UUID other = partner.collectFrom("254712345679");

    PromptCallbacks.post(urls, other, prompt);

    eventually(() -> isFlagged(other), isEqual(true));
    awaitMorePolls(other);
    assertThat(partner.statusOf(other)).isEqualTo("collection_pending");
    assertEndsWithoutCredit(other);
    assertCreditedOnceWith(collection, prompt);
  }

  @Test
  void aSecondPaymentOfACreditedCollectionIsFlagged() {
    network.plan(StandInPlan.always(StandInFault.NONE));
    UUID collection = partner.collectFrom(PAYS);
    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    awaitLastPoll(collection);
    Entry first = network.books().entries(StandInOperation.PROMPT).get(0);
    Entry second = PromptCallbacks.another(first, "0");
    network.books().enter(second);

    PromptCallbacks.post(urls, collection, second);

    eventually(() -> isFlagged(collection), isEqual(true));
    awaitLastPoll(collection);
    assertCreditedOnceWith(collection, first);
  }

  @Test
  void aSecondPaymentThatIsHeardOfBeforeTheCreditIsFlagged() {
    UUID collection = collectWhileTheNetworkIsSilent(StandInFault.HTML, PAYS);
    Entry second =
        PromptCallbacks.another(network.books().entries(StandInOperation.PROMPT).get(0), "0");
    network.books().enter(second);
    PromptCallbacks.post(urls, collection, second);
    awaitCallbacks(collection, 2);

    network.plan(StandInPlan.always(StandInFault.NONE));

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    eventually(() -> isFlagged(collection), isEqual(true));
    awaitLastPoll(collection);
    assertThat(rows.transfersOf(collection.toString())).containsExactly("collect");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  /** A prompt with this fault, while no question about it is answered. */
  private UUID collectWhileTheNetworkIsSilent(StandInFault fault, String phone) {
    network.plan(
        (operation, request) ->
            switch (operation) {
              case PROMPT -> fault;
              case PROMPT_QUERY -> StandInFault.HTML;
              default -> StandInFault.NONE;
            });
    UUID collection = partner.collectFrom(phone);
    eventually(() -> network.books().entries(StandInOperation.PROMPT).size(), isEqual(1));
    if (fault != StandInFault.CALLBACK_NEVER) {
      awaitCallbacks(collection, 1);
    }
    return collection;
  }

  private void forgetCallback(UUID collection) {
    rows.execute("DELETE FROM rail_callback WHERE payment_id = $1", collection);
    awaitMorePolls(collection);
  }

  private void assertCreditedOnceWith(UUID collection, Entry prompt) {
    assertThat(rows.transfersOf(collection.toString())).containsExactly("collect");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(
            TestOperator.request()
                .get("/operator/collections/" + collection)
                .<String>path("mnoPaymentReference"))
        .isEqualTo(prompt.receipt());
  }

  /** Lets its time pass, and that of its watch. */
  private void assertEndsWithoutCredit(UUID collection) {
    rows.changeCollection(
        collection,
        "created_at = now() - interval '26 hours', expires_at = now() - interval '25 hours'");
    assertThat(partner.finalStatusOf(collection)).isEqualTo("cancelled");
    pollNow(collection);
    awaitLastPoll(collection);
    assertThat(rows.transfersOf(collection.toString())).isEmpty();
    assertThat(isFlagged(collection)).isTrue();
  }

  private long networkIds(UUID collection) {
    return rows.count(
        "SELECT coalesce(sum(cardinality(network_ids)), 0) FROM collection_due WHERE id = $1",
        collection);
  }

  private boolean isFlagged(UUID collection) {
    return rows.count("SELECT count(*) FROM collection WHERE id = $1 AND flagged", collection) == 1;
  }

  private void awaitLastPoll(UUID collection) {
    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection),
        isEqual(0L));
  }

  /** Waits until the call that is under way has ended, and a poll after it. */
  private void awaitMorePolls(UUID collection) {
    long before = polls(collection);
    eventually(() -> polls(collection), polls -> polls >= before + 2);
  }

  /** Each of its polls fails, and is left to its lease. */
  private void pollTwiceInVain(UUID collection) {
    long before = polls(collection);
    eventually(
        () -> {
          pollNow(collection);
          return polls(collection);
        },
        polls -> polls >= before + 2);
  }

  private void pollNow(UUID collection) {
    rows.execute(
        "UPDATE collection_due SET next_poll_at = now() WHERE id = $1 AND next_poll_at > now()",
        collection);
  }

  private long polls(UUID collection) {
    return rows.count(
        "SELECT coalesce(sum(polls), 0) FROM collection_due WHERE id = $1", collection);
  }

  private void awaitCallbacks(UUID collection, long all) {
    eventually(
        () -> rows.count("SELECT count(*) FROM rail_callback WHERE payment_id = $1", collection),
        isEqual(all));
  }
}
