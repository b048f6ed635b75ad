package org.mizani.rail.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.arc.All;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.guard.RailPauses;
import org.mizani.support.PatientPool;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Callbacks that settle a payment, that only make the service query the network, and that are not
 * found.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class CallbackApiTest {

  private static final String RAIL_PATH = "/rails/post/" + PostRail.SECRET;

  /** Statements of this form that wait for a lock. */
  private static final String WAITING =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE $1
      """;

  /** The networks of the other rails may have late words about payments of other tests. */
  private static final String STORED =
      "SELECT count(*) FROM rail_callback WHERE rail IN ('post', 'uganda', 'simulator')";

  @Inject TestPartners partners;
  @Inject PostRail post;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject RailPauses pauses;
  @Inject @All List<PaymentListener> listeners;

  @ConfigProperty(name = "payments.rail-callback.max-body-bytes", defaultValue = "32768")
  int mostBytes;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    // No payout is submitted before the pauses are known, and no job reads them here.
    pauses.look().await().atMost(PATIENCE);
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void booksBalance() {
    post.beforeAcknowledging(payment -> {});
    rows.assertBooksBalance();
  }

  @Test
  void aSignedCallbackSettlesFromAnyAddress() {
    UUID payout = payout("signed");

    send(fromOutsideTheNetwork(), RAIL_PATH, word("payout", payout, "?", true, true));

    assertThat(partner.finalStatus("signed")).isEqualTo("termination_success");
    assertThat(post.questionsAbout(payout)).isZero();
  }

  @Test
  void aCallbackWithTheAcknowledgedIdSettlesThePayment() {
    UUID payout = payout("by path");

    Response answer = send(given(), pathOf(payout), bodyWithNetworkId(payout, false));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.<Boolean>path("received")).isTrue();
    assertThat(partner.finalStatus("by path")).isEqualTo("termination_failure");
    assertThat(post.questionsAbout(payout)).isZero();
  }

  @Test
  void aCallbackByPutSettlesToo() {
    UUID payout = payout("put");

    given()
        .port(ServicePort.number())
        .contentType("application/json")
        .body(bodyWithNetworkId(payout, true))
        .put(pathOf(payout));

    assertThat(partner.finalStatus("put")).isEqualTo("termination_success");
  }

  @Test
  void aCallbackWithAnotherIdOnlyTriggersAQuery() {
    UUID payout = payout("other id");

    send(given(), pathOf(payout), word("payout", payout, "N-other", true, false));

    assertAskedAndPending(payout, "other id");
  }

  @Test
  void aCallbackFromAnotherSourceOnlyTriggersAQuery() {
    UUID payout = payout("other source");

    send(fromOutsideTheNetwork(), pathOf(payout), bodyWithNetworkId(payout, true));

    assertAskedAndPending(payout, "other source");
  }

  @Test
  void aCallbackAtTheRailsPathOnlyTriggersAQuery() {
    UUID payout = payout("rail path");

    send(given(), RAIL_PATH, bodyWithNetworkId(payout, true));

    assertAskedAndPending(payout, "rail path");
  }

  @Test
  void aCallbackAtAnotherPaymentsPathSettlesNeither() {
    UUID one = payout("one");
    UUID other = payout("other");

    send(given(), pathOf(other), bodyWithNetworkId(one, true));

    assertAskedAndPending(other, "other");
    assertThat(statusOf("one")).isEqualTo("termination_pending");
  }

  @Test
  void contradictingCallbacksDoNotSettleThePayment() {
    UUID payout = payout("contradiction");
    lease(payout, "now() + interval '1 hour'");

    send(given(), pathOf(payout), bodyWithNetworkId(payout, true));
    send(given(), pathOf(payout), bodyWithNetworkId(payout, false));
    lease(payout, "now()");
    hear(payout);

    assertAskedAndPending(payout, "contradiction");
  }

  private void lease(UUID payout, String until) {
    rows.execute(
        "UPDATE payout_due SET leased_until = %1$s, next_poll_at = %1$s WHERE id = $1"
            .formatted(until),
        payout);
  }

  /** Runs the listeners for the payout, as a callback does. */
  private void hear(UUID payout) {
    hear(CallbackSubject.Kind.PAYOUT, payout);
  }

  private void hear(CallbackSubject.Kind kind, UUID payment) {
    listeners.stream()
        .filter(listener -> listener.kind() == kind)
        .forEach(listener -> listener.hear(List.of(payment)).await().atMost(PATIENCE));
  }

  @Test
  void aCallbackBeforeTheAcknowledgementSettlesThePayment() {
    post.beforeAcknowledging(id -> send(given(), pathOf(id), bodyWithNetworkId(id, true)));

    payout("early");

    assertThat(partner.finalStatus("early")).isEqualTo("termination_success");
  }

  @Test
  void duplicateCallbacksAreStoredAndCaptureOnce() {
    UUID payout = payout("twice");

    for (int i = 0; i < 5; i++) {
      assertThat(send(given(), pathOf(payout), bodyWithNetworkId(payout, true)).statusCode())
          .isEqualTo(200);
    }

    assertThat(partner.finalStatus("twice")).isEqualTo("termination_success");
    assertThat(rows.count("SELECT count(*) FROM rail_callback WHERE payment_id = $1", payout))
        .isEqualTo(5);
    assertThat(rows.transfersOf(payout.toString())).containsOnlyOnce("capture");
  }

  @ParameterizedTest
  @CsvSource({"true, termination_success", "false, termination_failure"})
  void aContradictingCallbackKeepsTheFinalStatusAndIsADiscrepancy(boolean paid, String status) {
    String reference = "contradicted " + status;
    UUID payout = payout(reference);
    send(given(), pathOf(payout), bodyWithNetworkId(payout, paid));
    assertThat(partner.finalStatus(reference)).isEqualTo(status);

    send(fromOutsideTheNetwork(), RAIL_PATH, word("payout", payout, "?", !paid, true));

    eventually(() -> operatorsView(payout).<String>path("discrepancyAt"), noted -> noted != null);
    assertThat(operatorsView(payout).<Boolean>path("flagged")).isTrue();
    assertThat(statusOf(reference)).isEqualTo(status);
    eventually(
        () -> rows.count("SELECT count(*) FROM payout_watch WHERE id = $1", payout),
        watches -> watches == 0);
  }

  /** The second word finds the payout neither pending nor final yet. */
  @Test
  void aContradictionDuringTheSettlementIsADiscrepancy() {
    UUID payout = payout("settling");
    SqlConnection other = pool.getConnection().await().atMost(PATIENCE);
    other.query(PatientPool.BEGIN).execute().await().atMost(PATIENCE);
    other
        .preparedQuery("SELECT FROM payout WHERE id = $1 FOR UPDATE")
        .execute(Tuple.of(payout))
        .await()
        .atMost(PATIENCE);
    send(given(), pathOf(payout), bodyWithNetworkId(payout, true));
    eventually(() -> rows.count(WAITING, "WITH decision AS%"), waiting -> waiting == 1);

    send(fromOutsideTheNetwork(), RAIL_PATH, word("payout", payout, "?", false, true));
    eventually(() -> rows.count(WAITING, "UPDATE payout_due%"), waiting -> waiting == 1);
    other.query("COMMIT").execute().await().atMost(PATIENCE);
    other.close().await().atMost(PATIENCE);

    assertThat(partner.finalStatus("settling")).isEqualTo("termination_success");
    eventually(() -> operatorsView(payout).<String>path("discrepancyAt"), noted -> noted != null);
  }

  @Test
  void aContradictionUnderTheAcknowledgedIdIsADiscrepancy() {
    UUID payout = payout("contradicted by path");
    send(given(), pathOf(payout), bodyWithNetworkId(payout, true));
    assertThat(partner.finalStatus("contradicted by path")).isEqualTo("termination_success");

    send(given(), pathOf(payout), bodyWithNetworkId(payout, false));

    eventually(() -> operatorsView(payout).<String>path("discrepancyAt"), noted -> noted != null);
    assertThat(post.questionsAbout(payout)).isZero();
  }

  @Test
  void aContradictionUnderAnotherIdHasTheNetworkAsked() {
    UUID payout = payout("unsigned contradiction");
    send(given(), pathOf(payout), bodyWithNetworkId(payout, true));
    assertThat(partner.finalStatus("unsigned contradiction")).isEqualTo("termination_success");

    send(given(), pathOf(payout), word("payout", payout, "N-other", false, false));

    eventually(() -> post.questionsAbout(payout), questions -> questions > 0);
    assertThat(statusOf("unsigned contradiction")).isEqualTo("termination_success");
    assertThat(operatorsView(payout).<String>path("discrepancyAt")).isNull();
  }

  @Test
  void aRepeatedCallbackOfAFinalPayoutIsNotFollowed() {
    UUID payout = payout("repeated");
    send(given(), pathOf(payout), bodyWithNetworkId(payout, true));
    assertThat(partner.finalStatus("repeated")).isEqualTo("termination_success");

    send(given(), pathOf(payout), bodyWithNetworkId(payout, true));
    hear(payout);

    assertThat(rows.count("SELECT count(*) FROM payout_watch WHERE id = $1", payout)).isZero();
    assertThat(post.questionsAbout(payout)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPaymentAfterTheEndOfACollectionIsCreditedOnce(boolean signed) {
    UUID collection = collection("paid after its end " + signed);
    send(given(), pathOf(collection), word("collection", collection, null, false, false));
    eventually(() -> partner.statusOf(collection), "collection_failure"::equals);
    rows.execute("DELETE FROM rail_callback WHERE payment_id = $1", collection);

    send(
        signed ? fromOutsideTheNetwork() : given(),
        signed ? RAIL_PATH : pathOf(collection),
        word("collection", collection, null, true, signed));

    eventually(() -> partner.collected("KES").intValue(), amount -> amount == 150);
    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection),
        due -> due == 0);
    assertThat(partner.statusOf(collection)).isEqualTo("collection_failure");
    assertThat(rows.count("SELECT count(*) FROM collection WHERE id = $1 AND flagged", collection))
        .isOne();
  }

  @Test
  void aContradictionOfAnEndedCollectionHasTheNetworkAsked() {
    UUID collection = collection("declined after its payment");
    send(given(), pathOf(collection), word("collection", collection, null, true, false));
    eventually(() -> partner.statusOf(collection), "collection_success"::equals);
    int asked = post.questionsAbout(collection);

    send(given(), pathOf(collection), word("collection", collection, null, false, false));

    eventually(() -> post.questionsAbout(collection), questions -> questions > asked);
    assertThat(partner.statusOf(collection)).isEqualTo("collection_success");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  @Test
  void aCollectionSettledByHandBeforeItsPromptPromptsNobody() {
    UUID collection = collection("settled before its prompt");
    rows.execute("UPDATE collection_due SET skipped_polls = polls WHERE id = $1", collection);
    assertThat(settleByHand(collection).statusCode()).isEqualTo(200);
    AtomicInteger prompts = new AtomicInteger();
    post.beforeAcknowledging(
        payment -> {
          if (payment.equals(collection)) {
            prompts.incrementAndGet();
          }
        });

    // Again, where the callback of an earlier test had it polled between these statements.
    eventually(() -> dueAfterAPollWithoutPrompt(collection), due -> due == 0);
    assertThat(prompts).hasValue(0);
  }

  private long dueAfterAPollWithoutPrompt(UUID collection) {
    rows.execute(
        "UPDATE collection_due SET next_poll_at = now(), skipped_polls = polls WHERE id = $1",
        collection);
    hear(CallbackSubject.Kind.COLLECTION, collection);
    return rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection);
  }

  @Test
  void aCollectionIsNotSettledByHandDuringItsPrompt() {
    List<Response> answers = new CopyOnWriteArrayList<>();
    post.beforeAcknowledging(payment -> answers.add(settleByHand(payment)));

    UUID collection = collection("settled during its prompt");

    assertThat(answers).singleElement().satisfies(answer -> assertBeingSettled(answer));
    assertThat(partner.statusOf(collection)).isEqualTo("collection_pending");
  }

  private static void assertBeingSettled(Response answer) {
    assertRefused(answer, 409, "collection is being settled");
    assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
  }

  private static Response settleByHand(UUID collection) {
    return Desk.post(
        "/operator/collections/" + collection + "/settle",
        Map.of("status", "cancelled", "reason", "the shop is closed"));
  }

  @Test
  void theEndedPollsOfACreditedCollectionStayEnded() {
    UUID collection = collection("polled once more");
    send(given(), pathOf(collection), word("collection", collection, null, false, false));
    eventually(() -> partner.statusOf(collection), "collection_failure"::equals);
    rows.execute("DELETE FROM rail_callback WHERE payment_id = $1", collection);
    send(given(), pathOf(collection), word("collection", collection, null, true, false));
    eventually(() -> partner.collected("KES").intValue(), amount -> amount == 150);
    // As where another word had come during the poll that credited it.
    rows.execute(
        """
        INSERT INTO collection_due
          (id, business_id, created_at, next_poll_at, prompted_at, polls, words, network_ids)
        SELECT id, business_id, created_at, now(), created_at, 2, 2, network_ids
        FROM collection WHERE id = $1
        ON CONFLICT DO NOTHING
        """,
        collection);

    hear(CallbackSubject.Kind.COLLECTION, collection);

    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", collection),
        due -> due == 0);
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  private static Response operatorsView(UUID payout) {
    return TestOperator.request().get("/operator/payouts/" + payout);
  }

  @Test
  void aStoredCallbackIsEncrypted() {
    UUID payout = payout("sealed");

    send(given(), pathOf(payout), bodyWithNetworkId(payout, true));

    assertThat(
            rows.count(
                "SELECT count(*) FROM rail_callback WHERE payment_id = $1"
                    + " AND position('networkId'::bytea IN body_encrypted) > 0",
                payout))
        .isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/rails/post/a-secret-of-the-post-offic",
        "/rails/uganda/" + PostRail.SECRET,
        "/rails/simulator/" + PostRail.SECRET,
        RAIL_PATH + "/0badc0de",
        RAIL_PATH + "/not-hexadecimal",
      })
  void aCallbackToAnInvalidPathIsNotFound(String path) {
    UUID payout = payout("stranger" + path.hashCode());
    long before = rows.count(STORED);

    Response answer = send(given(), path, bodyWithNetworkId(payout, true));

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.<String>path("error")).isEqualTo("not found");
    assertThat(rows.count(STORED)).isEqualTo(before);
  }

  @Test
  void aCallbackThatIsTooLargeIsRefused() {
    UUID payout = payout("large");

    Response answer = send(given(), pathOf(payout), "x".repeat(mostBytes + 1));

    assertThat(answer.statusCode()).isEqualTo(413);
  }

  @Test
  void anUnreadableCallbackTriggersAQuery() {
    UUID payout = payout("nonsense");

    assertThat(send(given(), pathOf(payout), "<html>").statusCode()).isEqualTo(200);
    assertThat(send(given(), RAIL_PATH, "<html>").statusCode()).isEqualTo(200);

    assertAskedAndPending(payout, "nonsense");
  }

  @Test
  void theAmountThatTheCustomerPaidIsCredited() {
    UUID collection = collection("another amount");

    send(
        given(),
        pathOf(collection),
        "{\"kind\":\"collection\",\"id\":\"%s\",\"networkId\":\"%s\",\"paid\":true,\"amount\":149.5}"
            .formatted(collection, PostRail.networkIdOf(collection)));

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    assertThat(partner.collected("KES")).isEqualByComparingTo("149.5");
    assertThat(
            rows.count(
                "SELECT count(*) FROM collection WHERE id = $1 AND flagged AND paid_minor = 14950",
                collection))
        .isOne();
    assertThat(
            TestOperator.request()
                .get("/operator/collections/" + collection)
                .<Number>path("amountPaid")
                .doubleValue())
        .isEqualTo(149.5);
  }

  @Test
  void aPaymentOfTheExactAmountIsNotFlagged() {
    UUID collection = collection("same amount");

    send(
        given(),
        pathOf(collection),
        "{\"kind\":\"collection\",\"id\":\"%s\",\"networkId\":\"%s\",\"paid\":true,\"amount\":150}"
            .formatted(collection, PostRail.networkIdOf(collection)));

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_success");
    assertThat(
            rows.count("SELECT count(*) FROM collection WHERE id = $1 AND NOT flagged", collection))
        .isOne();
  }

  /** The payout is of 1000 shillings. */
  @ParameterizedTest
  @CsvSource({"1000, false,", "1000.00, false,", "999, true, 999", "1000.5, true, 1000.5"})
  void operatorsSeeTheAmountThatTheRecipientGot(String amount, boolean flagged, Float shown) {
    String reference = "paid-" + amount;
    UUID payout = payout(reference);

    send(given(), pathOf(payout), bodyWithAmount(payout, amount, "KES"));

    eventually(() -> statusOf(reference), "termination_success"::equals);
    Response seen = TestOperator.request().get("/operator/payouts/" + payout);
    assertThat(seen.<Boolean>path("flagged")).isEqualTo(flagged);
    Number amountPaid = seen.path("amountPaid");
    assertThat(amountPaid == null ? null : (Float) amountPaid.floatValue()).isEqualTo(shown);
    assertThat(seen.<Number>path("receiverAmount").intValue()).isEqualTo(1000);
  }

  @ParameterizedTest
  @CsvSource({"100, TZS", "0, KES", "-100, KES"})
  void anImpossiblePaidAmountLeavesThePayoutPending(String amount, String currency) {
    String reference = "no payment " + amount + currency;
    UUID payout = payout(reference);

    send(given(), pathOf(payout), bodyWithAmount(payout, amount, currency));

    eventually(
        () -> rows.count("SELECT polls FROM payout_due WHERE id = $1", payout), polls -> polls > 1);
    assertThat(statusOf(reference)).isEqualTo("termination_pending");
  }

  @ParameterizedTest
  @CsvSource({"150, UGX", "0, KES", "-150, KES"})
  void anImpossiblePaidAmountIsNotCredited(String amount, String currency) {
    UUID collection = collection("no payment " + amount + currency);

    send(
        given(),
        pathOf(collection),
        ("{\"kind\":\"collection\",\"id\":\"%s\",\"networkId\":\"%s\",\"paid\":true,\"amount\":%s,"
                + "\"currency\":\"%s\"}")
            .formatted(collection, PostRail.networkIdOf(collection), amount, currency));

    eventually(
        () -> rows.count("SELECT polls FROM collection_due WHERE id = $1", collection),
        polls -> polls > 1);
    assertThat(partner.statusOf(collection)).isEqualTo("collection_pending");
    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
  }

  @Test
  void aDeclineHasItsFailureCode() {
    UUID collection = collection("declined");

    send(given(), pathOf(collection), word("collection", collection, null, false, false));

    assertThat(partner.finalStatusOf(collection)).isEqualTo("collection_failure");
    assertThat(
            rows.count(
                "SELECT count(*) FROM collection WHERE id = $1 AND failure_code = 'wrong_pin'",
                collection))
        .isOne();
  }

  private void assertAskedAndPending(UUID payout, String reference) {
    eventually(() -> post.questionsAbout(payout), questions -> questions > 0);
    assertThat(statusOf(reference)).isEqualTo("termination_pending");
  }

  private String statusOf(String reference) {
    return partner.request().get("/business/transactions/" + reference).path("status");
  }

  private UUID payout(String reference) {
    Response created = partner.transfer(transferOf(reference));
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return acknowledged(created.path("serviceReference"), "payout_due");
  }

  private UUID collection(String reference) {
    Response created = partner.collect(collectionOf(reference));
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return acknowledged(created.path("id"), "collection_due");
  }

  /** Returns the id of a payment, once its network has acknowledged it or it is final. */
  private UUID acknowledged(String id, String table) {
    UUID payment = UUID.fromString(id);
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM " + table + " WHERE id = $1 AND network_ids IS NULL",
                payment),
        waiting -> waiting == 0);
    return payment;
  }

  private String pathOf(UUID payment) {
    return eventually(() -> post.addressOf(payment), address -> address != null).getPath();
  }

  private static Response send(Request request, String path, String body) {
    return request.port(ServicePort.number()).contentType("application/json").body(body).post(path);
  }

  /** Returns a request that a proxy forwards from an address outside the network. */
  private static Request fromOutsideTheNetwork() {
    return given().header("X-Forwarded-For", "203.0.113.7");
  }

  private static String bodyWithNetworkId(UUID payout, boolean paid) {
    return word("payout", payout, null, paid, false);
  }

  private static String bodyWithAmount(UUID payout, String amount, String currency) {
    return ("{\"kind\":\"payout\",\"id\":\"%s\",\"networkId\":\"%s\",\"paid\":true,"
            + "\"amount\":%s,\"currency\":\"%s\"}")
        .formatted(payout, PostRail.networkIdOf(payout), amount, currency);
  }

  private static String word(String kind, UUID id, String networkId, boolean paid, boolean signed) {
    return "{\"kind\":\"%s\",\"id\":\"%s\",\"networkId\":\"%s\",\"paid\":%b,\"signed\":%b}"
        .formatted(
            kind, id, networkId == null ? PostRail.networkIdOf(id) : networkId, paid, signed);
  }
}
