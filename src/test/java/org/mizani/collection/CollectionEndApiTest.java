package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Effect;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.FailureCode;
import org.mizani.support.Json;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Ends of collections: customers decline, hesitate or never answer, and networks misbehave. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class CollectionEndApiTest {

  private static final String SUCCESS = "collection_success";
  private static final String CANCELLED = "cancelled";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject CollectionMoves moves;
  @Inject CollectionLeases collectionLeases;
  @Inject CollectionConsequences consequences;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @CsvSource({
    "+254712345678, '', collection_success, paid by the customer",
    "+254712345691, '', collection_failure, declined by the customer",
    "+254712345692, '', cancelled, collection expired",
    "+254700000000, '', collection_failure, account not active",
    "+254712345691, collection_success, collection_success, paid by the customer",
    "+254712345678, collection_failure, collection_failure, declined by the customer",
    "+254712345678, cancelled, cancelled, collection expired",
    "+254712345678, collection_pending, cancelled, collection expired"
  })
  void endsByDesignatedNumberOrForcedStatus(
      String mobile, String forced, String status, String message) {
    Response created = create(mobile, forced);
    if (status.equals(CANCELLED) && !forced.equals(CANCELLED)) {
      expire(created);
    }

    Response ended = eventually(() -> read(created), CollectionEndApiTest::isFinal);

    assertThat(ended.<String>path("status")).isEqualTo(status);
    assertThat(ended.<String>path("statusMessage")).isEqualTo(message);
    boolean paid = status.equals(SUCCESS);
    assertThat(partner.collected("KES")).isEqualByComparingTo(paid ? "150" : "0");
    assertThat(ended.<String>path("mnoPaymentReference") != null).isEqualTo(paid);
    assertThat(rows.transfersOf(created.path("id")))
        .isEqualTo(paid ? List.of("collect") : List.of());
    assertThat(flagged(created)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"+254712345693", "+254712345694", "+254712345695"})
  void aPaymentAfterUnknownOutcomesIsCreditedOnce(String mobile) {
    Response created = create(mobile, "");
    if (!mobile.endsWith("93")) {
      eventually(() -> polls(created), polls -> polls > 1);
      rows.changeCollection(
          UUID.fromString(created.path("id")), "created_at = created_at - interval '2 hours'");
    }

    Response ended = eventually(() -> read(created), CollectionEndApiTest::isFinal);

    assertThat(ended.<String>path("status")).isEqualTo(SUCCESS);
    assertThat(row(created, "calls")).as("it had to be asked again").isGreaterThan(1);
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(rows.transfersOf(created.path("id"))).containsExactly("collect");
  }

  @Test
  void aPaymentAfterExpiryIsCreditedFlaggedAndStaysCancelled() {
    Response created = create("+254712345694", "");
    expire(created);
    Response cancelled = eventually(() -> read(created), CollectionEndApiTest::isFinal);
    assertThat(cancelled.<String>path("status")).isEqualTo(CANCELLED);
    assertThat(partner.collected("KES")).isEqualByComparingTo("0");

    rows.changeCollection(
        UUID.fromString(created.path("id")),
        "created_at = expires_at - interval '2 hours'",
        "next_poll_at = now()");
    eventually(() -> flagged(created), flagged -> flagged);

    Response late = read(created);
    assertThat(late.<String>path("status")).isEqualTo(CANCELLED);
    assertThat(late.<String>path("statusMessage"))
        .isEqualTo("paid and credited after the collection had ended");
    assertThat(late.<String>path("mnoPaymentReference")).startsWith("SBX");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(rows.transfersOf(created.path("id"))).containsExactly("collect");
    assertThat(isPolled(created)).isFalse();
  }

  @Test
  void pollsForALatePaymentStopAfterItsPeriod() {
    Response created = create("+254712345692", "");
    expire(created);
    eventually(() -> read(created), CollectionEndApiTest::isFinal);
    assertThat(isPolled(created)).isTrue();

    rows.changeCollection(
        UUID.fromString(created.path("id")),
        "created_at = now() - interval '26 hours', expires_at = now() - interval '25 hours'",
        "next_poll_at = now()");
    eventually(() -> isPolled(created), watched -> !watched);

    assertThat(read(created).<String>path("status")).isEqualTo(CANCELLED);
    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
  }

  @Test
  void ofManyDecisionsAboutOneCollectionOneTakesEffect() {
    UUID id = UUID.fromString(create("+254712345692", "").path("id"));
    List<Settle> decisions =
        List.of(
            Settle.unpaid(CollectionStatus.FAILURE, FailureCode.REFUSED),
            CollectionDecision.expiry());

    List<Effect> effects = await(decide(id, decisions, 20));

    assertThat(effects).filteredOn(Effect.SETTLED::equals).hasSize(1);
    assertThat(effects).filteredOn(Effect.NONE::equals).hasSize(19);
    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
  }

  @Test
  void concurrentPaymentsAndExpiriesCreditOnce() {
    UUID id = UUID.fromString(create("+254712345692", "").path("id"));
    Collected payment = new Collected("R1", Optional.of("MTN"));
    List<Settle> decisions = List.of(Settle.paid(payment), CollectionDecision.expiry());

    List<Effect> effects = await(decide(id, decisions, 20));

    assertThat(effects).filteredOn(Effect.SETTLED::equals).hasSize(1);
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(rows.transfersOf(id.toString())).containsExactly("collect");
  }

  @Test
  void aSuccessfulCollectionIsNotSettledAgain() {
    Response created = create("+254712345678", "");
    eventually(() -> read(created), CollectionEndApiTest::isFinal);
    UUID id = UUID.fromString(created.path("id"));
    Collected again = new Collected("R2", Optional.empty());

    List<Effect> effects =
        await(
            decide(
                id,
                List.of(
                    Settle.paid(again),
                    Settle.unpaid(CollectionStatus.FAILURE, FailureCode.REFUSED)),
                4));

    assertThat(effects).containsOnly(Effect.NONE);
    assertThat(read(created).<String>path("status")).isEqualTo(SUCCESS);
    assertThat(read(created).<String>path("mnoPaymentReference")).startsWith("SBX");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  @Test
  void aDeclineAfterTheCreditFlagsTheCollection() {
    UUID id = UUID.fromString(create("+254712345692", "").path("id"));
    // Not while its customer is being prompted.
    PendingCollection seen =
        eventually(
                () -> await(collectionLeases.claimByHand(id, Duration.ofMinutes(1))),
                Optional::isPresent)
            .orElseThrow();
    Collected payment = new Collected("R1", Optional.empty());
    Settle paid = Settle.paid(payment);
    await(decide(id, List.of(paid), 1));

    await(
        consequences.apply(
            seen, new CollectionOutcome.Declined(FailureCode.CUSTOMER_DECLINED, "declined")));

    assertThat(rows.count("SELECT count(*) FROM collection WHERE id = $1 AND flagged", id))
        .isEqualTo(1);
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(rows.transfersOf(id.toString())).containsExactly("collect");
  }

  @Test
  void anExpiredCollectionWithUnreadableCustomerIsCancelledAndFlagged() {
    Response created = create("+254712345692", "");
    rows.garbleCustomer(UUID.fromString(created.path("id")));
    expire(created);

    eventually(() -> flagged(created), flagged -> flagged);

    assertThat(read(created).<String>path("status")).isEqualTo(CANCELLED);
    assertThat(read(created).<String>path("statusMessage")).isEqualTo("collection expired");
    assertThat(isPolled(created)).as("it may be readable, and paid, later").isTrue();
    // Each of its polls would be an ERROR in the log of the tests.
    rows.execute("DELETE FROM collection_due WHERE id = $1", UUID.fromString(created.path("id")));
  }

  @Test
  void anExpiredCollectionWithoutCustomerIsCancelledAndFlagged() {
    Response created = create("+254712345692", "");
    rows.eraseCustomer(UUID.fromString(created.path("id")));
    expire(created);

    eventually(() -> flagged(created), flagged -> flagged);

    assertThat(read(created).<String>path("status")).isEqualTo(CANCELLED);
    assertThat(read(created).<String>path("mobile")).isEmpty();
  }

  private Uni<List<Effect>> decide(UUID id, List<Settle> decisions, int times) {
    return moves.apply(
        id, IntStream.range(0, times).mapToObj(i -> decisions.get(i % decisions.size())).toList());
  }

  private Response create(String mobile, String forced) {
    Map<String, Object> body = Json.with(collectionOf("order"), "mobile", '"' + mobile + '"');
    if (!forced.isEmpty()) {
      body.put("forceStatus", forced);
    }
    Response created = partner.request().body(Json.of(body)).post("/business/collections");
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(created.<String>path("status")).isEqualTo("collection_pending");
    return created;
  }

  private void expire(Response created) {
    rows.changeCollection(
        UUID.fromString(created.path("id")), "expires_at = now()", "next_poll_at = now()");
  }

  private long polls(Response created) {
    return row(created, "SELECT polls FROM collection_due q WHERE q.id = c.id");
  }

  private Response read(Response created) {
    return partner.request().get("/business/collections/" + created.<String>path("id"));
  }

  private boolean flagged(Response created) {
    return row(created, "flagged::int") == 1;
  }

  private boolean isPolled(Response created) {
    return row(created, "(SELECT count(*) FROM collection_due q WHERE q.id = c.id)") == 1;
  }

  private long row(Response created, String expression) {
    return rows.count(
        "SELECT (" + expression + ")::bigint FROM collection c WHERE c.id = $1",
        UUID.fromString(created.path("id")));
  }

  private static boolean isFinal(Response answer) {
    return !answer.<String>path("status").equals("collection_pending");
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
