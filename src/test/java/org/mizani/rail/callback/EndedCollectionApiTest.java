package org.mizani.rail.callback;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.arc.All;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.guard.RailPauses;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Words of a network about collections that have ended, written as {@code declined}, {@code paid}
 * and {@code paid 149.5}: by those that deny the end a collection is polled again.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class EndedCollectionApiTest {

  private static final String PAID = "paid";

  /** An id that the network did not acknowledge: its word settles nothing. */
  private static final String OTHER_ID = "N-other";

  @Inject TestPartners partners;
  @Inject PostRail post;
  @Inject Rows rows;
  @Inject RailPauses pauses;
  @Inject @All List<PaymentListener> listeners;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    // Nobody is prompted before the pauses are known, and no job reads them here.
    pauses.look().await().atMost(PATIENCE);
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  /** It was of 150 shillings. The word is about another prompt than the acknowledged one. */
  @ParameterizedTest
  @CsvSource({
    "declined, declined, false",
    "declined, paid, true",
    "paid, declined, true",
    "paid, paid, true",
    "paid, paid 150, true",
    "paid, paid 149.5, true",
    "paid 149.5, paid 149.5, true",
    "paid 149.5, paid 150, true",
    "declined then paid, paid, true",
    "declined then paid, paid 149.5, true"
  })
  void isPolledAgainOnlyByAWordThatDeniesItsEndOrNamesAnotherPayment(
      String end, String word, boolean polled) {
    UUID collection = ended(end);

    say(collection, OTHER_ID, word);
    hear(collection);

    assertThat(isPolled(collection)).isEqualTo(polled);
  }

  @Test
  void anotherAmountThanWasCreditedIsFlagged() {
    UUID collection = ended(PAID);

    say(collection, PostRail.networkIdOf(collection), "paid 149.5");

    eventually(() -> isFlagged(collection), isEqual(true));
    eventually(() -> isPolled(collection), isEqual(false));
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  /** Nor does the network's word wait for the key: it names no customer that has to be read. */
  @Test
  void aLatePaymentIsCreditedThoughItsCustomerCannotBeRead() {
    UUID collection = ended("declined");
    rows.garbleCustomer(collection);

    say(collection, PostRail.networkIdOf(collection), PAID);

    eventually(() -> isFlagged(collection), isEqual(true));
    eventually(() -> isPolled(collection), isEqual(false));
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(post.questionsAbout(collection)).isZero();
  }

  /** A collection that ended by these words, which are forgotten since. */
  private UUID ended(String words) {
    UUID collection = UUID.fromString(partner.collect(collectionOf("order")).path("id"));
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM collection_due WHERE id = $1 AND network_ids IS NOT NULL",
                collection),
        isEqual(1L));
    for (String word : words.split(" then ")) {
      say(collection, PostRail.networkIdOf(collection), word);
      eventually(() -> isEndedAs(collection, isPaid(word)), isEqual(true));
      eventually(() -> isPolled(collection), isEqual(false));
      rows.execute("DELETE FROM rail_callback WHERE payment_id = $1", collection);
    }
    return collection;
  }

  private void say(UUID collection, String networkId, String word) {
    String amount = isPaid(word) ? word.substring(PAID.length()).strip() : "";
    String body =
        "{\"kind\":\"collection\",\"id\":\"%s\",\"networkId\":\"%s\",\"receipt\":\"%s\",\"paid\":%b%s}"
            .formatted(
                collection,
                networkId,
                networkId.equals(OTHER_ID) ? "P2" : "P1",
                isPaid(word),
                amount.isEmpty() ? "" : ",\"amount\":" + amount);
    given()
        .port(ServicePort.number())
        .contentType("application/json")
        .body(body)
        .post(post.addressOf(collection).getPath())
        .succeeded();
  }

  private static boolean isPaid(String word) {
    return word.startsWith(PAID);
  }

  /** Runs the listeners, as a callback does in the background. */
  private void hear(UUID collection) {
    listeners.stream()
        .filter(listener -> listener.kind() == CallbackSubject.Kind.COLLECTION)
        .forEach(listener -> listener.hear(List.of(collection)).await().atMost(PATIENCE));
  }

  private boolean isEndedAs(UUID collection, boolean credited) {
    return rows.count(
            "SELECT count(*) FROM collection WHERE id = $1 AND status <> 'pending'"
                + " AND (credited_at IS NOT NULL) = $2",
            collection,
            credited)
        == 1;
  }

  private boolean isPolled(UUID collection) {
    return rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection) == 1;
  }

  private boolean isFlagged(UUID collection) {
    return rows.count("SELECT count(*) FROM collection WHERE id = $1 AND flagged", collection) == 1;
  }
}
