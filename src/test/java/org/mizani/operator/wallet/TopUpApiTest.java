package org.mizani.operator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.business.Desk;
import org.mizani.support.AtOnce;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Top-ups that operators list and reverse. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class TopUpApiTest {

  private static final String REASON = "{\"reason\":\"wired by another business\"}";

  @Inject Rows rows;
  @Inject AuditEntries audit;

  private String id;
  private String business;

  @BeforeEach
  void createBusiness() {
    id = createdBusiness();
    business = "/operator/businesses/" + id;
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void listsTopUpsNewestFirstWithTheirReversals() {
    topUp("first", "100.5");
    topUp("second", "7");
    reverse(idOf("first")).created();

    List<Map<String, Object>> listed = list().json().getList("items");

    assertThat(listed)
        .extracting(each -> each.get("reference"))
        .containsExactly("second " + id, "first " + id);
    assertThat(listed.get(0))
        .containsEntry("currency", "KES")
        .containsEntry("purpose", "collection")
        .containsEntry("amount", 7)
        .containsEntry("reversedAt", null)
        .containsEntry("reversalReason", null);
    assertThat(listed.get(1)).containsEntry("reversalReason", "wired by another business");
    assertThat(listed.get(1).get("reversedAt")).isNotNull();
  }

  @Test
  void aWalkThroughThePagesMeetsEachTopUpOnce() {
    topUp("first", "1");
    topUp("second", "2");
    topUp("third", "3");

    List<String> walked =
        Desk.walked(business + "/top-ups", new HashMap<>(Map.of("limit", 1)), "reference");

    assertThat(walked).containsExactly("third " + id, "second " + id, "first " + id);
    String cursor = TestOperator.request().get(business + "/top-ups?limit=1").path("nextCursor");
    assertRefused(
        TestOperator.request()
            .queryParam("cursor", cursor)
            .get("/operator/businesses/" + createdBusiness() + "/top-ups"),
        400,
        "cursor is not valid");
  }

  @Test
  void aReversalTakesTheWholeAmountBackOnce() {
    topUp("wrong", "100.5");
    topUp("right", "20");
    String topUp = idOf("wrong");

    Response reversed = reverse(topUp);

    assertThat(reversed.statusCode()).as(reversed.asString()).isEqualTo(201);
    assertThat(new JsonObject(reversed.asString()))
        .isEqualTo(
            new JsonObject(
                """
                {"businessId":"%s","currency":"KES","purpose":"collection","amount":100.5,
                 "reference":"wrong %s","reason":"wired by another business","available":20,
                 "holding":0,"pending":0}\
                """
                    .formatted(id, id)));
    assertRefused(reverse(topUp), 409, "duplicate reference");
    assertThat(available()).isEqualTo(20_00);
    assertThat(audit.of("business/" + id + "/top-up-reversals"))
        .containsExactly(
            new AuditEntries.Written(
                "wallet.top-up-reversal",
                null,
                new JsonObject(
                    """
                    {"currency":"KES","purpose":"collection","amount":100.5,"reference":"wrong %s",
                     "reason":"wired by another business","available":20}\
                    """
                        .formatted(id))));
  }

  @Test
  void theStatementHasTheReversalUnderTheReferenceOfTheTopUp() {
    topUp("wrong", "100.5");
    reverse(idOf("wrong")).created();

    Response statement =
        TestOperator.request()
            .get(
                business
                    + "/statement?currency=KES&purpose=collection&from=2020-01-01&to=2036-01-01")
            .succeeded();

    assertThat(statement.<List<String>>path("items.kind"))
        .containsExactly("top_up", "top_up_reversal");
    assertThat(statement.<List<String>>path("items.reference"))
        .containsExactly("wrong " + id, "wrong " + id);
  }

  @Test
  void whatIsSpentIsNotTakenBack() {
    topUp("spent", "100");
    withdraw("0.01");

    Response refused = reverse(idOf("spent"));

    assertRefused(refused, 412, "insufficient available balance");
    assertThat(available()).isEqualTo(99_99);
    assertThat(audit.of("business/" + id + "/top-up-reversals")).isEmpty();
    topUp("more", "0.01");
    reverse(idOf("spent")).created();
    assertThat(available()).isZero();
  }

  @Test
  void theReferenceOfAReversedTopUpTopsNoWalletUpAgain() {
    topUp("once", "5");
    reverse(idOf("once")).created();

    assertRefused(enter("once", "5"), 409, "duplicate reference");

    assertThat(available()).isZero();
  }

  @Test
  void reversalsAtTheSameTimeTakeItBackOnce() {
    topUp("raced", "10");
    topUp("beside", "100");
    String path = business + "/top-ups/" + idOf("raced") + "/reversal";

    List<HttpResponse<String>> answers =
        AtOnce.send(16, i -> AtOnce.post(TestOperator.token(), path, REASON));

    assertThat(answers).filteredOn(answer -> answer.statusCode() == 201).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.statusCode() == 409).hasSize(15);
    assertThat(available()).isEqualTo(100_00);
  }

  @Test
  void aTopUpOfAnotherBusinessIsNotFound() {
    topUp("foreign", "5");
    String topUp = idOf("foreign");
    String other = "/operator/businesses/" + createdBusiness() + "/top-ups/";

    assertRefused(reversal(other + topUp, REASON), 404, "top-up not found");
    assertRefused(reversal(business + "/top-ups/" + id, REASON), 404, "top-up not found");
    assertRefused(reversal(business + "/top-ups/none", REASON), 404, "top-up not found");
    assertRefused(
        reversal("/operator/businesses/" + UUID.randomUUID() + "/top-ups/" + topUp, REASON),
        404,
        "business not found");
    assertRefused(reversal(business + "/top-ups/" + topUp, "{}"), 400, "reason is required");
    assertThat(available()).isEqualTo(5_00);
  }

  private static String createdBusiness() {
    return TestOperator.request()
        .body(Map.of("name", "Top-ups"))
        .post("/operator/businesses")
        .path("businessId");
  }

  private void topUp(String reference, String amount) {
    enter(reference, amount).created();
  }

  private Response enter(String reference, String amount) {
    return TestOperator.request()
        .body(
            "{\"currency\":\"KES\",\"purpose\":\"collection\",\"amount\":%s,\"reference\":\"%s %s\"}"
                .formatted(amount, reference, id))
        .post(business + "/top-ups");
  }

  private void withdraw(String amount) {
    TestOperator.request()
        .body(
            """
            {"currency":"KES","purpose":"collection","amount":%s,"reference":"w %s %s",
             "reason":"paid out"}"""
                .formatted(amount, UUID.randomUUID(), id))
        .post(business + "/withdrawals")
        .created();
  }

  private Response list() {
    return TestOperator.request().get(business + "/top-ups").succeeded();
  }

  private String idOf(String reference) {
    return list().json().<Map<String, Object>>getList("items").stream()
        .filter(each -> each.get("reference").equals(reference + " " + id))
        .map(each -> each.get("id").toString())
        .findFirst()
        .orElseThrow();
  }

  private Response reverse(String topUp) {
    return reversal(business + "/top-ups/" + topUp, REASON);
  }

  private static Response reversal(String path, String body) {
    return TestOperator.request().body(body).post(path + "/reversal");
  }

  private long available() {
    return rows.count(
        "SELECT coalesce(sum(available_minor), 0)::bigint FROM wallet w"
            + " JOIN business b ON b.id = w.business_id WHERE b.public_id::text = $1",
        id);
  }
}
