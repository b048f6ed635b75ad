package org.mizani.rail.daraja;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
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
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Prompts in Kenya through Daraja, each with a fault of the network. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class DarajaPromptFaultsApiTest {

  private static final String PAYS = "254712345678";

  /** Its last digits are the result code of a customer's refusal. */
  private static final String DECLINES = "254712341032";

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

  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {
        "CALLBACK_EARLY",
        "CALLBACK_TWICE",
        "CALLBACK_FORGED",
        "CALLBACK_NEVER",
        "CALLBACK_REORDERED"
      })
  void aCustomerIsPromptedOnceAndTheWalletCreditedAsTheNetworkSays(StandInFault fault) {
    network.plan(StandInPlan.always(fault).only(StandInOperation.PROMPT));

    UUID paid = partner.collectFrom(PAYS);
    UUID declined = partner.collectFrom(DECLINES);

    assertThat(partner.finalStatusOf(paid)).isEqualTo("collection_success");
    assertThat(partner.finalStatusOf(declined)).isEqualTo("collection_failure");
    awaitLastCallback(paid, fault);
    if (fault == StandInFault.CALLBACK_FORGED) {
      awaitCallbacks(declined, 2);
      assertFlaggedOnceTheNetworkHasNotFoundIt(declined);
    } else {
      awaitLastCallback(declined, fault);
    }
    assertThat(isFlagged(paid)).isFalse();
    assertThat(rows.transfersOf(paid.toString())).containsExactly("collect");
    assertThat(rows.transfersOf(declined.toString())).isEmpty();
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(network.books().entries(StandInOperation.PROMPT))
        .extracting(StandInBooks.Entry::receiver)
        .containsExactlyInAnyOrder(PAYS, DECLINES);
    assertThat(network.requests(StandInOperation.PROMPT)).isEqualTo(2);
    assertThat(network.books().collectedFrom(PAYS)).isEqualTo(150);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1032"})
  void aCallbackWithAnInventedIdSettlesNothing(String code) {
    network.plan(StandInPlan.always(StandInFault.REQUEST_LOST).only(StandInOperation.PROMPT));
    UUID collection = partner.collectFrom(PAYS);

    PromptCallbacks.post(urls, collection, PromptCallbacks.invented(code));

    awaitCallbacks(collection, 1);
    awaitMorePolls(collection);
    assertThat(partner.statusOf(collection)).isEqualTo("collection_pending");
    assertThat(partner.collected("KES")).isZero();
  }

  /** Its customer may have paid all the same. */
  @Test
  void aPromptThatTheNetworkHasForgottenIsFlagged() {
    network.plan(
        (operation, request) ->
            switch (operation) {
              case PROMPT -> StandInFault.CALLBACK_NEVER;
              case PROMPT_QUERY -> StandInFault.MAINTENANCE;
              default -> StandInFault.NONE;
            });
    UUID collection = partner.collectFrom(PAYS);
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM collection_due WHERE id = $1 AND network_ids IS NOT NULL",
                collection),
        isEqual(1L));
    network.books().clear();
    network.plan(StandInPlan.always(StandInFault.NONE));

    rows.changeCollection(
        collection,
        "created_at = now() - interval '26 hours', expires_at = now() - interval '25 hours'",
        "prompted_at = now() - interval '26 hours'");

    assertThat(partner.finalStatusOf(collection)).isEqualTo("cancelled");
    rows.execute("UPDATE collection_due SET next_poll_at = now() WHERE id = $1", collection);
    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection),
        isEqual(0L));
    assertThat(
            TestOperator.request()
                .get("/operator/collections/" + collection)
                .<Boolean>path("flagged"))
        .isTrue();
  }

  /** Waits until the call that is under way has ended, and a poll after it. */
  private void awaitMorePolls(UUID collection) {
    long before = polls(collection);
    eventually(() -> polls(collection), polls -> polls >= before + 2);
  }

  private long polls(UUID collection) {
    return rows.count("SELECT polls FROM collection_due WHERE id = $1", collection);
  }

  private void awaitLastCallback(UUID collection, StandInFault fault) {
    long all =
        switch (fault) {
          case CALLBACK_NEVER -> 0;
          case CALLBACK_TWICE, CALLBACK_FORGED -> 2;
          default -> 1;
        };
    awaitCallbacks(collection, all);
    // A word that came during the settlement is followed once the lease has ended.
    rows.execute("UPDATE collection_due SET next_poll_at = now() WHERE id = $1", collection);
    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection),
        isEqual(0L));
  }

  /** The forged one says paid: until its word counts, the network may not have seen it yet. */
  private void assertFlaggedOnceTheNetworkHasNotFoundIt(UUID collection) {
    eventually(() -> network.requests(StandInOperation.PROMPT_QUERY), asked -> asked > 0);
    // The word may be heard a moment after the settlement, by which the polls had ended.
    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection),
        isEqual(1L));
    assertThat(isFlagged(collection)).isFalse();
    rows.execute(
        "UPDATE rail_callback SET received_at = received_at - interval '16 minutes'"
            + " WHERE payment_id = $1",
        collection);
    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection),
        isEqual(0L));
    assertThat(isFlagged(collection)).isTrue();
  }

  private boolean isFlagged(UUID collection) {
    return rows.count("SELECT count(*) FROM collection WHERE id = $1 AND flagged", collection) == 1;
  }

  private void awaitCallbacks(UUID collection, long all) {
    eventually(
        () -> rows.count("SELECT count(*) FROM rail_callback WHERE payment_id = $1", collection),
        isEqual(all));
  }
}
