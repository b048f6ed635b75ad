package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.operator.business.Desk;
import org.mizani.support.AtOnce;
import org.mizani.support.LoggedLines;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** Settlement of a collection by an operator, and settlements that are refused. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class SettleCollectionApiTest {

  private static final String PENDING = "collection_pending";
  private static final String SUCCESS = "collection_success";
  private static final String FAILURE = "collection_failure";
  private static final String UNDER_LEASE =
      "SELECT count(*) FROM collection_due"
          + " WHERE id = $1 AND leased_until = next_poll_at AND leased_until > now()";
  private static final String DUE = "SELECT count(*) FROM collection_due WHERE id = $1";

  /** Counts a collection whose rail has answered more calls than these. */
  private static final String ANSWERED =
      "SELECT count(*) FROM collection_due WHERE id = $1 AND polls - skipped_polls > $2"
          + " AND leased_until IS DISTINCT FROM next_poll_at";

  private static final Map<String, String> PAID =
      Map.of("status", SUCCESS, "reason", "receipt seen", "mnoPaymentReference", "SKL1");

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Desk desk;

  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void createPartner() throws Exception {
    receiver = WebhookReceiver.listen();
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    receiver.close();
    rows.assertBooksBalance();
  }

  @Test
  void aSuccessCreditsTheWalletAndSendsOneWebhook() {
    String id = collection(PENDING);

    Response settled = settle(id, PAID);

    assertThat(settled.statusCode()).as(settled.asString()).isEqualTo(200);
    assertThat(settled.<String>path("status")).isEqualTo(SUCCESS);
    assertThat(settled.<String>path("mnoPaymentReference")).isEqualTo("SKL1");
    assertThat(settled.<Boolean>path("flagged")).isFalse();
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(rows.transfersOf(id)).containsExactly("collect");
    eventually(receiver::bodies, bodies -> !bodies.isEmpty());
    assertThat(receiver.bodies())
        .singleElement()
        .asString()
        .contains(id, "\"status\":\"collection_success\"", "\"mnoPaymentReference\":\"SKL1\"");
    assertThat(auditedAs(id))
        .isEqualTo(
            "{\"reason\": \"receipt seen\", \"status\": \"collection_success\","
                + " \"mnoPaymentReference\": \"SKL1\"}");
  }

  @ParameterizedTest
  @CsvSource({FAILURE + ", not paid by the customer", "cancelled, cancelled"})
  void anotherOutcomeCreditsNoMoneyAndHidesTheReason(String status, String message) {
    String id = collection(PENDING);

    Response settled = settle(id, Map.of("status", status, "reason", "network lost it"));

    assertThat(settled.statusCode()).as(settled.asString()).isEqualTo(200);
    Response read = partner.request().get("/business/collections/" + id);
    assertThat(read.<String>path("status")).isEqualTo(status);
    assertThat(read.<String>path("statusMessage")).isEqualTo(message);
    assertThat(partner.collected("KES")).isEqualByComparingTo("0");
    assertThat(rows.transfersOf(id)).isEmpty();
    eventually(receiver::bodies, bodies -> !bodies.isEmpty());
    assertThat(receiver.bodies()).singleElement().asString().contains(status);
    assertThat(settled.<String>path("nextPollAt")).as("a late payment is asked for").isNotNull();
  }

  @Test
  void aLatePaymentIsCreditedAndFlagged() {
    String id = collection("", "+254712345694");
    settle(id, Map.of("status", FAILURE, "reason", "too hasty"));
    rows.changeCollection(
        UUID.fromString(id),
        "created_at = created_at - interval '2 hours'",
        "next_poll_at = now()");

    eventually(() -> partner.collected("KES").intValueExact(), collected -> collected == 150);

    Response read = TestOperator.request().get("/operator/collections/" + id);
    assertThat(read.<String>path("status")).isEqualTo(FAILURE);
    assertThat(read.<Boolean>path("flagged")).isTrue();
    assertThat(read.<List<String>>path("timeline.event"))
        .startsWith("created", "operator_action", "settled", "webhook_written")
        .contains("collected");
    assertThat(rows.transfersOf(id)).containsExactly("collect");
    assertThat(deliveries(id)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"failure, true", "cancelled, true", "success, false"})
  void aSuccessIsFlaggedWhereItsNetworkSaysTheContrary(String saidLater, boolean flagged) {
    String id = collection(PENDING);
    Response settled = settle(id, PAID);
    assertThat(settled.<String>path("nextPollAt")).as("its network is asked on").isNotNull();
    rows.changeCollection(UUID.fromString(id), "calls = calls", "next_poll_at = now()");
    eventually(
        () -> rows.count(ANSWERED, UUID.fromString(id), settled.<Integer>path("calls")),
        watched -> watched == 1);

    rows.execute(
        "UPDATE collection_detail SET forced_status = '" + saidLater + "' WHERE collection_id = $1",
        UUID.fromString(id));
    rows.changeCollection(UUID.fromString(id), "calls = calls", "next_poll_at = now()");
    eventually(() -> rows.count(DUE, UUID.fromString(id)), due -> due == 0);

    Response read = TestOperator.request().get("/operator/collections/" + id);
    assertThat(read.<String>path("status")).isEqualTo(SUCCESS);
    assertThat(read.<Boolean>path("flagged")).isEqualTo(flagged);
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(rows.transfersOf(id)).containsExactly("collect");
    assertThat(deliveries(id)).isEqualTo(1);
  }

  @Test
  void aSuccessOfWhichNobodyCanTellIsFlaggedAtTheEndOfItsWatch() {
    String id = collection(PENDING);
    settle(id, PAID);

    rows.changeCollection(
        UUID.fromString(id),
        "created_at = now() - interval '26 hours', expires_at = now() - interval '25 hours'",
        "next_poll_at = now()");
    eventually(() -> rows.count(DUE, UUID.fromString(id)), due -> due == 0);

    Response read = TestOperator.request().get("/operator/collections/" + id);
    assertThat(read.<String>path("status")).isEqualTo(SUCCESS);
    assertThat(read.<Boolean>path("flagged")).isTrue();
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|seen||status is required",
        "collection_pending|seen||"
            + "status must be one of: collection_success, collection_failure, cancelled",
        "collection_failure|||reason is required",
        "collection_success|seen||mnoPaymentReference is required",
        "collection_success|seen|' '|mnoPaymentReference is required",
        "cancelled|seen|SKL1|mnoPaymentReference goes with collection_success only"
      })
  void refusesInvalidFieldsWithoutSettling(
      String status, String reason, String payment, String message) {
    String id = collection(PENDING);
    Map<String, String> verdict = new HashMap<>();
    verdict.put("status", status);
    verdict.put("reason", reason);
    verdict.put("mnoPaymentReference", payment);

    assertRefused(settle(id, verdict), 400, message);

    assertThat(partner.request().get("/business/collections/" + id).<String>path("status"))
        .isEqualTo(PENDING);
    assertThat(desk.actionsOn("collection/" + id)).isEmpty();
  }

  @Test
  void anUnknownCollectionIsNotFound() {
    assertRefused(settle("x", PAID), 404, "collection not found");
    assertRefused(
        settle("00000000-0000-0000-0000-000000000000", PAID), 404, "collection not found");
  }

  @ParameterizedTest
  @CsvSource({SUCCESS + ", 150", FAILURE + ", 0", "cancelled, 0"})
  void aFinalCollectionIsNotSettledAgain(String status, String collected) {
    String id = collection(status);
    eventually(
        () -> partner.request().get("/business/collections/" + id).<String>path("status"),
        status::equals);

    assertRefused(settle(id, PAID), 409, "collection is final");
    assertRefused(
        settle(id, Map.of("status", FAILURE, "reason", "seen")), 409, "collection is final");

    assertThat(partner.collected("KES")).isEqualByComparingTo(collected);
    assertThat(desk.actionsOn("collection/" + id)).isEmpty();
  }

  @Test
  void oneOfManyConcurrentSettlementsWins() {
    String id = collection(PENDING);
    Partner operator = new Partner(0, "", "", TestOperator.token());
    String paid =
        "{\"status\":\"collection_success\",\"reason\":\"a\",\"mnoPaymentReference\":\"S\"}";
    String cancelled = "{\"status\":\"cancelled\",\"reason\":\"b\"}";

    List<HttpResponse<String>> answers =
        AtOnce.send(
            10,
            i ->
                AtOnce.post(
                    operator,
                    "/operator/collections/" + id + "/settle",
                    i % 2 == 0 ? paid : cancelled));

    assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.statusCode() == 409).hasSize(9);
    assertThat(desk.actionsOn("collection/" + id)).containsExactly("collection.settle");
    assertThat(deliveries(id)).isEqualTo(1);
    Response read = TestOperator.request().get("/operator/collections/" + id);
    assertThat(read.<Boolean>path("flagged")).isFalse();
    boolean success = read.<String>path("status").equals(SUCCESS);
    assertThat(partner.collected("KES")).isEqualByComparingTo(success ? "150" : "0");
  }

  @Test
  void theWebhookOmitsAnUnreadableCustomer() {
    String id = collection(PENDING);
    rows.garbleCustomer(UUID.fromString(id));

    Response settled = settle(id, PAID);

    assertThat(settled.statusCode()).as(settled.asString()).isEqualTo(200);
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    eventually(receiver::bodies, bodies -> !bodies.isEmpty());
    assertThat(receiver.bodies()).singleElement().asString().contains(id, "\"mobile\":\"\"");
  }

  @Test
  void anUnreadableSigningKeyOnlyPreventsTheWebhook() {
    String id = collection(PENDING);

    try (LoggedLines logged = LoggedLines.listen()) {
      desk.whileUnreadable(partner, () -> assertThat(settle(id, PAID).statusCode()).isEqualTo(200));

      assertThat(logged.text()).contains("The API key of collection " + id + " cannot be read");
    }
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(deliveries(id)).isZero();
  }

  private String auditedAs(String id) {
    return rows.execute(
            "SELECT after::text FROM audit_entry WHERE subject = $1", "collection/" + id)
        .get(0)
        .getString(0);
  }

  private long deliveries(String id) {
    return rows.count(
        "SELECT count(*) FROM webhook_delivery WHERE subject_id = $1", UUID.fromString(id));
  }

  private static Response settle(String id, Map<String, ?> verdict) {
    return Desk.post("/operator/collections/" + id + "/settle", verdict);
  }

  private String collection(String forced) {
    return collection(forced, "+254712345678");
  }

  private String collection(String forced, String mobile) {
    Map<String, Object> body = collectionOf("settled");
    body.put("callbackUrl", receiver.url());
    body.put("forceStatus", forced);
    body.put("mobile", mobile);
    Response created = partner.collect(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    String id = created.path("id");
    // It is not settled by hand while its customer is being prompted.
    eventually(() -> rows.count(UNDER_LEASE, UUID.fromString(id)), leases -> leases == 0);
    return id;
  }
}
