package org.mizani.rail.daraja;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.paymentOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CallbackUrls;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.rail.daraja.StandInBooks.Entry;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Payouts to tills and paybills through Daraja after a lost acknowledgement: a callback names a
 * receipt, and the network is asked about it.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class DarajaTillReceiptsApiTest {

  private static final String DONE = "termination_success";
  private static final String PENDING = "termination_pending";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject StandIns standIns;
  @Inject CallbackUrls urls;

  private DarajaStandIn network;
  private Partner partner;

  @BeforeEach
  void resetNetworkAndCreatePartner() {
    network = standIns.kenya();
    partner = partners.createShop(Map.of(CurrencyUnit.KES, "1000000"));
  }

  @AfterEach
  void booksBalance() {
    rows.endPollsOf(partner.businessId());
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {"ACKNOWLEDGEMENT_LOST", "ERROR_AFTER_EFFECT", "HTML"})
  void aTillIsPaidOnceAsTheNetworkBearsOut(StandInFault fault) {
    network.plan(StandInPlan.always(fault).only(StandInOperation.B2B));

    UUID payout = pay("lost", "561001", 5000);

    assertThat(partner.finalStatus("lost")).isEqualTo(DONE);
    assertPaidOnce(payout);
    assertThat(words(payout))
        .anySatisfy(
            word ->
                assertThat(word)
                    .containsEntry("receipt", entryOf(payout).receipt())
                    .containsEntry("outcome", "paid")
                    .containsEntry("counted", true));
  }

  @Test
  void aPaybillIsPaidOnceAsTheNetworkBearsOut() {
    loseAcknowledgements();
    Map<String, Object> body = merchant("paybill", "paybill", "881002", 5000);
    body.put("receiverAccount", "ACC-7");

    UUID payout = pay(body);

    assertThat(partner.finalStatus("paybill")).isEqualTo(DONE);
    assertPaidOnce(payout);
  }

  @Test
  void aTillThatWasDeclinedIsGivenBackAsTheNetworkBearsOut() {
    loseAcknowledgements();

    UUID payout = pay("declined", "562040", 5000);

    assertThat(partner.finalStatus("declined")).isEqualTo("termination_failure");
    assertThat(network.requests(StandInOperation.STATUS)).isPositive();
    assertThat(read(payout).<String>path("failureCode")).isEqualTo("recipient_not_found");
    assertThat(partner.available("KES")).isEqualByComparingTo("1000000");
  }

  @Test
  void aCallbackThatComesTwiceAndLateIsSettledOnce() {
    UUID payout = paidTillOfWhichNothingIsHeard("late", "561003");
    rows.execute(
        "UPDATE payout_due SET submitted_at = now() - interval '25 hours' WHERE id = $1", payout);

    post(payout, entryOf(payout));
    post(payout, entryOf(payout));

    assertThat(partner.finalStatus("late")).isEqualTo(DONE);
    assertPaidOnce(payout);
  }

  @Test
  void aQuestionWithALostAnswerIsAskedAgain() {
    network.plan(
        (operation, request) ->
            switch (operation) {
              case B2B -> StandInFault.ACKNOWLEDGEMENT_LOST;
              case STATUS ->
                  network.requests(StandInOperation.STATUS) < 3
                      ? StandInFault.CALLBACK_NEVER
                      : StandInFault.NONE;
              default -> StandInFault.NONE;
            });

    UUID payout = pay("unheard", "561004", 5000);

    assertThat(partner.finalStatus("unheard")).isEqualTo(DONE);
    assertPaidOnce(payout);
  }

  /** A pod may end between the note and the settlement. */
  @Test
  void aReceiptThatWasBoundSettlesItsPayoutThoughThePodEnded() {
    UUID payout = paidTillOfWhichNothingIsHeard("bound", "561005");
    Entry paid = entryOf(payout);
    network.plan(StandInPlan.always(StandInFault.HTML));
    rows.execute(
        "INSERT INTO payout_receipt (receipt, rail, payout_id) VALUES ($1, 'kenya', $2)",
        paid.receipt(),
        payout);
    rows.execute(
        "UPDATE payout_due SET network_ids = array_append(network_ids, $2::text) WHERE id = $1",
        payout,
        paid.networkId() + " " + paid.requestId());

    post(payout, paid);

    assertThat(partner.finalStatus("bound")).isEqualTo(DONE);
    assertPaidOnce(payout);
  }

  @Test
  void anInventedReceiptSettlesNoPayout() {
    UUID never = submissionThatTheNetworkNeverHad("invented", "561006", 5000);

    post(never, StandInMessages.forged(declined("561006")));

    assertLeftToPeople(never);
  }

  /** Of the same till and amount, or of another till, or amount. */
  @ParameterizedTest
  @CsvSource({"561007, 5000, 561007", "561008, 4999, 561008", "561009, 5000, 561010"})
  void theReceiptOfAnAcknowledgedPayoutSettlesNoOther(String till, long amount, String other) {
    UUID never = submissionThatTheNetworkNeverHad("never", till, 5000);
    network.plan(StandInPlan.always(StandInFault.NONE));
    UUID paid = pay("paid", other, amount);
    assertThat(partner.finalStatus("paid")).isEqualTo(DONE);

    post(never, entryOf(paid));

    assertLeftToPeople(never);
  }

  /** Its acknowledgement is stored, and its result has not come. */
  @Test
  void theReceiptOfAPayoutThatIsPendingSettlesNoOther() {
    UUID never = submissionThatTheNetworkNeverHad("never", "561011", 5000);
    network.plan(
        (operation, request) ->
            switch (operation) {
              case B2B -> StandInFault.CALLBACK_NEVER;
              case STATUS ->
                  request.path("TransactionID").asText("").isEmpty()
                      ? StandInFault.CALLBACK_NEVER
                      : StandInFault.NONE;
              default -> StandInFault.NONE;
            });
    UUID paid = pay("paid", "561011", 5000);

    post(never, entryOf(paid));

    assertLeftToPeople(never);
    assertThat(read(paid).<String>path("status")).isEqualTo(PENDING);
  }

  /** One of two equal payouts was never carried out, and it is unknown which one. */
  @Test
  void ofTwoEqualPayoutsNeitherIsSettledAlsoOnceOneIsSettledByHand() {
    UUID paid = paidTillOfWhichNothingIsHeard("paid", "561012");
    UUID never = submissionThatTheNetworkNeverHad("never", "561012", 5000);
    network.plan(StandInPlan.always(StandInFault.NONE));

    post(never, entryOf(paid));
    post(paid, entryOf(paid));

    assertLeftToPeople(never);
    assertLeftToPeople(paid);

    settleByHand(paid);
    awaitMorePolls(never);
    assertThat(read(never).<String>path("status")).isEqualTo(PENDING);
  }

  /** More of them than are read. */
  @Test
  void answersThatDecideNothingDoNotHideTheResult() {
    UUID payout = paidTillOfWhichNothingIsHeard("hidden", "561016");
    Entry paid = entryOf(payout);
    network.plan(StandInPlan.always(StandInFault.HTML).only(StandInOperation.STATUS));
    post(payout, paid);
    Entry undecided = like(paid, "", paid.amount(), "2032");
    for (int answer = 0; answer < 25; answer++) {
      post(payout, DarajaAddresses.RECEIPT, undecided);
    }

    network.plan(StandInPlan.always(StandInFault.NONE));

    assertThat(partner.finalStatus("hidden")).isEqualTo(DONE);
    assertPaidOnce(payout);
  }

  /** Its own payment has another id. It is watched, as a word came while it was settled. */
  @Test
  void aPayoutThatTheNetworkFailedLeavesNoOtherToPeople() {
    failedAndWatched("failed");
    loseAcknowledgements();

    UUID payout = pay("declined too", "562040", 5000);

    assertThat(partner.finalStatus("declined too")).isEqualTo("termination_failure");
    assertThat(rows.transfersOf(payout.toString())).containsOnlyOnce("release");
  }

  /** The network may have paid it after all. */
  @Test
  void aPayoutThatTheNetworkFailedAndThatWasFlaggedLeavesOthersToPeople() {
    UUID failed = failedAndWatched("failed");
    rows.execute(
        "UPDATE payout SET flag_cleared_at = now(), known_until = now() WHERE id = $1", failed);
    loseAcknowledgements();

    assertLeftToPeople(pay("declined too", "562040", 5000));
  }

  private UUID failedAndWatched(String reference) {
    network.plan(StandInPlan.always(StandInFault.NONE));
    UUID failed = pay(reference, "562040", 5000);
    assertThat(partner.finalStatus(reference)).isEqualTo("termination_failure");
    rows.execute(
        """
        INSERT INTO payout_watch (id, next_watch_at, polls, skipped_polls, words)
        VALUES ($1, now() + interval '1 day', 2, 0, 1)
        """,
        failed);
    return failed;
  }

  /** It has no receipt, and the id of the payment. */
  @Test
  void theReceiptOfAPayoutThatFailedByHandSettlesNoOther() {
    UUID never = submissionThatTheNetworkNeverHad("never", "561017", 5000);
    network.plan(
        (operation, request) ->
            operation == StandInOperation.B2B
                ? StandInFault.CALLBACK_NEVER
                : StandInFault.REQUEST_LOST);
    UUID paid = pay("paid", "561017", 5000);
    Entry payment = entryOf(paid);
    settleByHand(paid, "termination_failure");
    network.plan(StandInPlan.always(StandInFault.NONE));

    post(never, payment);

    assertLeftToPeople(never);
  }

  /** Its ids and its receipt are right. */
  @ParameterizedTest
  @CsvSource({"1, 5000", "0, 4999"})
  void aCallbackThatTheNetworkDoesNotBearOutSettlesNothing(String code, long amount) {
    UUID payout = paidTillOfWhichNothingIsHeard("forged", "56103" + code);
    Entry paid = entryOf(payout);

    post(payout, like(paid, paid.receipt(), amount, code));

    assertLeftToPeople(payout);
    assertThat(rows.transfersOf(payout.toString())).doesNotContain("release");
  }

  @Test
  void aPaymentFromBeforeTheSubmissionSettlesNoPayout() {
    UUID never = submissionThatTheNetworkNeverHad("never", "561015", 5000);
    Entry earlier = like(declined("561015"), "SEARLIER01", 5000, "0");
    network.books().enter(earlier);

    post(never, earlier);

    assertLeftToPeople(never);
  }

  private void loseAcknowledgements() {
    network.plan(StandInPlan.always(StandInFault.ACKNOWLEDGEMENT_LOST).only(StandInOperation.B2B));
  }

  /**
   * A payout without its acknowledgement and result, which are lost. The network answers questions
   * again.
   */
  private UUID paidTillOfWhichNothingIsHeard(String reference, String till) {
    network.plan(
        (operation, request) ->
            operation == StandInOperation.B2B
                ? StandInFault.ACKNOWLEDGEMENT_LOST
                : StandInFault.REQUEST_LOST);
    UUID payout = pay(reference, till, 5000);
    eventually(() -> callbacks(payout, "result"), isEqual(1L));
    rows.execute("DELETE FROM rail_callback WHERE payment_id = $1", payout);
    awaitMorePolls(payout);
    network.plan(StandInPlan.always(StandInFault.NONE));
    return payout;
  }

  private UUID submissionThatTheNetworkNeverHad(String reference, String till, long amount) {
    network.plan(StandInPlan.always(StandInFault.REQUEST_LOST).only(StandInOperation.B2B));
    UUID payout = pay(reference, till, amount);
    awaitMorePolls(payout);
    network.plan(StandInPlan.always(StandInFault.NONE));
    return payout;
  }

  private void assertPaidOnce(UUID payout) {
    assertThat(network.books().effectsFor(payout.toString())).isOne();
    assertThat(rows.transfersOf(payout.toString())).containsOnlyOnce("capture");
    assertThat(read(payout).<String>path("receipt")).isEqualTo(entryOf(payout).receipt());
    assertThat(read(payout).<Boolean>path("flagged")).isFalse();
  }

  /** It was asked about, and polled after the answer. */
  private void assertLeftToPeople(UUID payout) {
    eventually(() -> callbacks(payout, "receipt"), answers -> answers > 0);
    awaitMorePolls(payout);
    assertThat(read(payout).<String>path("status")).isEqualTo(PENDING);
    assertThat(rows.transfersOf(payout.toString())).containsExactly("hold");
    assertThat(rows.count("SELECT count(*) FROM payout_receipt WHERE payout_id = $1", payout))
        .isZero();
  }

  private void awaitMorePolls(UUID payout) {
    long before = rows.pollsOf(payout.toString());
    eventually(() -> rows.pollsOf(payout.toString()), polls -> polls >= before + 3);
  }

  private long callbacks(UUID payout, String purpose) {
    return rows.count(
        "SELECT count(*) FROM rail_callback WHERE payment_id = $1 AND purpose = $2",
        payout,
        purpose);
  }

  private static void settleByHand(UUID payout) {
    settleByHand(payout, DONE);
  }

  private static void settleByHand(UUID payout, String status) {
    eventually(
        () ->
            TestOperator.request()
                .body(Map.of("status", status, "reason", "the statement has it"))
                .post("/operator/payouts/" + payout + "/settle")
                .statusCode(),
        code -> code / 100 == 2);
  }

  private Entry entryOf(UUID payout) {
    return eventually(
        () ->
            network.books().entries(StandInOperation.B2B).stream()
                .filter(entry -> entry.remarks().equals(payout.toString()))
                .findFirst()
                .orElse(null),
        entry -> entry != null);
  }

  /** Returns a payment to this till that the network does not have, of long ago. */
  private static Entry declined(String till) {
    return new Entry(
        StandInOperation.B2B,
        "invented-1",
        "AG_invented",
        "SINVENTED1",
        till,
        5000,
        "",
        "",
        "1",
        Instant.EPOCH);
  }

  private static Entry like(Entry payment, String receipt, long amount, String code) {
    return new Entry(
        payment.operation(),
        payment.requestId(),
        payment.networkId(),
        receipt,
        payment.receiver(),
        amount,
        payment.reference(),
        payment.remarks(),
        code,
        payment.settledAt());
  }

  /** Posts the result of a payment to the path of this payout, from an allowed source. */
  private void post(UUID payout, Entry said) {
    post(payout, DarajaAddresses.RESULT, said);
  }

  private void post(UUID payout, String purpose, Entry said) {
    URI base = URI.create("http://localhost:" + ServicePort.number());
    String address =
        new DarajaAddresses("kenya", base, ConnectedProfile.SECRET, urls)
            .of(Kind.PAYOUT, payout, purpose);
    given()
        .port(ServicePort.number())
        .contentType("application/json")
        .body(StandInMessages.result(said).toString())
        .post(URI.create(address).getPath())
        .succeeded();
  }

  private UUID pay(String reference, String till, long amount) {
    return pay(merchant(reference, "till", till, amount));
  }

  private UUID pay(Map<String, Object> body) {
    Response created = partner.payment(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("serviceReference"));
  }

  private static Map<String, Object> merchant(
      String reference, String type, String number, long amount) {
    Map<String, Object> body = paymentOf(reference);
    body.put("senderCurrency", "KES");
    body.put("type", type);
    body.put("receiverLipaNumber", number);
    body.put("amount", amount);
    return body;
  }

  private static List<Map<String, Object>> words(UUID payout) {
    return read(payout).<List<Map<String, Object>>>path("timeline").stream()
        .filter(event -> "network_callback".equals(event.get("event")))
        .toList();
  }

  private static Response read(UUID payout) {
    return TestOperator.request().get("/operator/payouts/" + payout);
  }
}
