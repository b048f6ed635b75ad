package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.read;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.operator.approval.Requests.waiting;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Refusals.body;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.operator.business.Desk;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Settlements by hand, which another operator approves. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HeldSettlementApiTest {

  private static final Map<String, String> FAILED =
      Map.of("status", "termination_failure", "reason", "number is barred");

  private static final Map<String, String> PAID =
      Map.of("status", "collection_success", "reason", "seen", "mnoPaymentReference", "QX1");

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Requests requests;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    partner =
        partners.create(
            BusinessProfile.named("Held").withCollections(), Map.of(CurrencyUnit.USD, "100"));
    ApprovalLimits.set(Map.of("settlements", "true"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aPayoutIsSettledByTheApprovalWithBothEntries() {
    String payout = payout();
    String path = "/operator/payouts/" + payout;

    String request = waiting(Desk.post(path + "/settle", FAILED));

    assertThat(TestOperator.request().get(path).<String>path("status"))
        .isEqualTo("termination_pending");
    assertThat(read(request).json().getMap("asked")).isEqualTo(FAILED);
    assertThat(requests.entries("payout/" + payout)).isEmpty();
    assertThat(approved(request, "payout_due", payout).statusCode()).isEqualTo(200);
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    assertThat(rows.transfersOf(payout)).containsExactlyInAnyOrder("hold", "release");
    assertThat(requests.entries("payout/" + payout))
        .containsExactly(new Entry("payout.settle", TestOperator.KEY));
    assertThat(requests.entriesOf(request))
        .containsExactly(
            new Entry("approval.request", TestOperator.KEY),
            new Entry("approval.approve", TestOperator.SECOND_KEY));
    assertThat(TestOperator.request().get(path).<List<String>>path("timeline.event"))
        .startsWith("created", "held", "operator_action", "settled", "released");
  }

  @Test
  void aCollectionIsCreditedByTheApproval() {
    String collection =
        partner.collect(forced(collectionOf("held"), "collection_pending")).path("id");
    String path = "/operator/collections/" + collection;

    String request =
        waiting(
            eventually(
                () -> Desk.post(path + "/settle", PAID), answer -> answer.statusCode() == 202));

    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
    assertThat(approved(request, "collection_due", collection).statusCode()).isEqualTo(200);
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(TestOperator.request().get(path).<String>path("mnoPaymentReference"))
        .isEqualTo("QX1");
    assertThat(requests.entries("collection/" + collection))
        .containsExactly(new Entry("collection.settle", TestOperator.KEY));
  }

  /** The audit log must not tell of a settlement that was not made. */
  @Test
  void aPayoutThatWasSettledMeanwhileLeavesNoEntryOfAnother() {
    String payout = payout();
    String path = "/operator/payouts/" + payout + "/settle";
    String request = waiting(Desk.post(path, FAILED));
    ApprovalLimits.set(Map.of());
    Map<String, String> success = Map.of("status", "termination_success", "reason", "receipt");
    assertThat(unpolled("payout_due", payout, () -> Desk.post(path, success)).statusCode())
        .isEqualTo(200);

    assertRefused(approve(request), 409, "payout is final");

    assertThat(status(request)).isEqualTo("waiting");
    assertThat(requests.entries("payout/" + payout)).hasSize(1);
    assertThat(requests.lastEntry("payout/" + payout).getString("status"))
        .isEqualTo("termination_success");
    assertThat(rows.transfersOf(payout)).contains("capture").doesNotContain("release");
  }

  @Test
  void aPaymentThatIsFinalOrUnknownIsRefusedAtOnce() {
    partner.transfer(transferOf("final"));
    partner.finalStatus("final");
    String payout = partner.request().get("/business/transactions/final").path("serviceReference");
    String unknown = UUID.randomUUID().toString();

    assertRefused(
        Desk.post("/operator/payouts/" + payout + "/settle", FAILED), 409, "payout is final");
    assertRefused(
        Desk.post("/operator/payouts/" + unknown + "/settle", FAILED), 404, "payout not found");
    assertRefused(
        Desk.post("/operator/collections/" + unknown + "/settle", PAID),
        404,
        "collection not found");

    assertThat(rows.count("SELECT count(*) FROM approval WHERE key = $1", "payout/" + payout))
        .isZero();
  }

  @Test
  void anotherVerdictDoesNotReplaceTheOneThatWaits() {
    String path = "/operator/payouts/" + payout() + "/settle";
    String request = waiting(Desk.post(path, FAILED));

    assertThat(waiting(Desk.post(path, FAILED))).isEqualTo(request);
    assertRefused(
        Desk.post(path, Map.of("status", "termination_success", "reason", "seen")),
        409,
        "another request for this is waiting");
  }

  /** A release pays, and a refusal settles: both wait where settlements do. */
  @ParameterizedTest
  @CsvSource({"release,refuse", "refuse,release"})
  void aReviewIsMadeByTheApproval(String decision, String other) {
    String payout = heldForReview();
    String path = "/operator/payouts/" + payout + "/review";

    String request = waiting(Desk.post(path, Map.of("decision", decision, "reason", "seen")));

    assertThat(requests.entries("payout/" + payout)).isEmpty();
    assertRefused(
        Desk.post(path, Map.of("decision", other, "reason", "seen")),
        409,
        "another request for this is waiting");
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(requests.entries("payout/" + payout))
        .containsExactly(new Entry("payout.review", TestOperator.KEY));
    assertRefused(
        Desk.post(path, Map.of("decision", decision, "reason", "seen")),
        409,
        decision.equals("refuse") ? "payout is final" : "payout is not held");
  }

  /** As if its screening had held it. */
  private String heldForReview() {
    String payout = payout();
    eventually(
        () ->
            rows.execute(
                "UPDATE payout_due SET screening = 'held', screened_at = now(),"
                    + " next_poll_at = 'infinity' WHERE id = $1 AND leased_until IS NULL"
                    + " RETURNING id",
                UUID.fromString(payout)),
        held -> !held.isEmpty());
    return payout;
  }

  private String payout() {
    return partner
        .transfer(forced(transferOf("held"), "termination_pending"))
        .path("serviceReference");
  }

  private static Map<String, Object> forced(Map<String, Object> body, String status) {
    body.put("forceStatus", status);
    return body;
  }

  private Response approved(String request, String table, String id) {
    return unpolled(table, id, () -> approve(request));
  }

  /** Tries again as long as a pod polls the payment, whose lease then ends before its time. */
  private Response unpolled(String table, String id, Supplier<Response> settle) {
    List<String> busy =
        List.of(body("payout is being settled"), body("collection is being settled"));
    return eventually(
        () -> {
          Response answer = settle.get();
          rows.execute(
              "UPDATE " + table + " SET leased_until = NULL WHERE id = $1", UUID.fromString(id));
          return answer;
        },
        answer -> !busy.contains(answer.asString()));
  }
}
