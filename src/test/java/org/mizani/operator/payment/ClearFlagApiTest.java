package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.business.Desk;
import org.mizani.support.AtOnce;
import org.mizani.support.JsonValues;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Flags of payments that an operator clears, and clearings that are refused. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class ClearFlagApiTest {

  private static final String REASON = "the network has taken it back";
  private static final String UNKNOWN = "00000000-0000-0000-0000-000000000000";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject AuditEntries audit;

  private Partner partner;
  private String businessId;

  /** Kind of a payment. */
  private enum Kind {
    PAYOUT("serviceReference"),
    COLLECTION("id");

    private final String id;

    Kind(String id) {
      this.id = id;
    }

    private String table() {
      return name().toLowerCase(Locale.ROOT);
    }

    private String list() {
      return "/operator/" + table() + "s";
    }
  }

  @BeforeEach
  void createPartner() {
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "100"));
    businessId = Desk.idOf(partner);
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @EnumSource
  void aClearedFlagLeavesTheListAndStaysInTheTimeline(Kind kind) {
    String id = flagged(kind);
    String before = Desk.get(kind.list() + "/" + id, Map.of()).path("updatedAt");

    Response cleared = clear(kind, id);

    assertThat(cleared.statusCode()).as(cleared.asString()).isEqualTo(200);
    assertThat(cleared.<Boolean>path("flagged")).isFalse();
    assertThat(cleared.<String>path("flagClearedAt")).isNotBlank();
    assertThat(cleared.<String>path("updatedAt")).as("partners read it").isEqualTo(before);
    assertThat(cleared.json().getMap("timeline[event=operator_action]"))
        .containsEntry("operator", TestOperator.KEY)
        .containsEntry("action", kind.table() + ".clear-flag")
        .containsEntry("reason", REASON)
        .containsKey("at");
    assertThat(audit.of(kind.table() + "/" + id))
        .containsExactly(
            new AuditEntries.Written(
                kind.table() + ".clear-flag",
                new JsonObject(Map.of("flagged", true)),
                new JsonObject(Map.of("flagged", false, "reason", REASON))));
    assertThat(listed(kind, "true")).isEmpty();
    assertThat(listed(kind, "false")).contains(id);
    assertThat(listed(kind, "cleared")).containsExactly(id);
  }

  @Test
  void aClearedDiscrepancyStaysInTheTimelineBeforeItsClearing() {
    String id = flagged(Kind.PAYOUT);
    rows.execute("UPDATE payout SET discrepancy_at = now() WHERE id = $1", UUID.fromString(id));
    String at = Desk.get("/operator/payouts/" + id, Map.of()).path("discrepancyAt");

    JsonValues cleared = clear(Kind.PAYOUT, id).json();

    assertThat(cleared.getString("discrepancyAt")).isNull();
    assertThat(cleared.<String>getList("timeline.event"))
        .endsWith("discrepancy", "operator_action")
        .containsOnlyOnce("discrepancy");
    assertThat(cleared.getString("timeline[event=discrepancy].at")).isEqualTo(at);
  }

  /** It changed after its settlement, so the time of its change is not that of the settlement. */
  @Test
  void aCollectionThatWasPaidLateHasNoLaterSettlementThanBefore() {
    Map<String, Object> body = collectionOf("late");
    body.put("forceStatus", "collection_failure");
    String id = partner.collect(body).path("id");
    eventually(() -> statusOf(Kind.COLLECTION, id), status -> status.equals("collection_failure"));
    flag(Kind.COLLECTION, id);
    JsonValues before = Desk.get("/operator/collections/" + id, Map.of()).json();
    List<String> events = before.getList("timeline.event");
    assertThat(events).containsOnlyOnce("settled");

    JsonValues cleared = clear(Kind.COLLECTION, id).json();

    assertThat(cleared.<String>getList("timeline.event"))
        .startsWith(events.toArray(String[]::new))
        .endsWith("operator_action")
        .hasSize(events.size() + 1);
    assertThat(cleared.getString("timeline[event=settled].at"))
        .isEqualTo(before.getString("timeline[event=settled].at"));
  }

  @ParameterizedTest
  @EnumSource
  void aFlagIsClearedOnce(Kind kind) {
    String id = flagged(kind);
    String flaggedAt = flaggedAt(kind, id);

    List<HttpResponse<String>> answers =
        AtOnce.send(
            3,
            i ->
                AtOnce.post(
                    TestOperator.token(),
                    path(kind, id),
                    new JsonObject(Map.of("flaggedAt", flaggedAt, "reason", REASON)).encode()));

    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .containsExactlyInAnyOrder(200, 409, 409);
    assertRefused(clear(kind, id), 409, kind.table() + " is not flagged");
    assertThat(audit.of(kind.table() + "/" + id)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void aPaymentWithoutAFlagHasNoneToClear(Kind kind) {
    String id = settled(kind);

    assertRefused(clear(kind, id), 409, kind.table() + " is not flagged");

    assertThat(audit.of(kind.table() + "/" + id)).isEmpty();
    assertRefused(clear(kind, UNKNOWN), 404, kind.table() + " not found");
    assertRefused(clear(kind, "x"), 404, kind.table() + " not found");
  }

  /** Only an answer, or an operator's verdict, tells what became of its money. */
  @Test
  void aPendingPayoutKeepsItsFlagUntilItIsSettled() {
    Map<String, Object> body = transferOf("overdue");
    body.put("forceStatus", "termination_pending");
    String id = partner.transfer(body).path("serviceReference");
    flag(Kind.PAYOUT, id);

    assertRefused(clear(Kind.PAYOUT, id), 409, "payout is pending");

    assertThat(listed(Kind.PAYOUT, "true")).containsExactly(id);
    assertThat(audit.of("payout/" + id)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aFlagThatWasRaisedAgainSinceItWasReadStays(Kind kind) {
    String id = flagged(kind);
    String seen = flaggedAt(kind, id);
    rows.execute(
        "UPDATE " + kind.table() + " SET flagged_at = flagged_at + interval '1 s' WHERE id = $1",
        UUID.fromString(id));

    Response refused = clear(kind, id, seen);

    assertRefused(refused, 409, "flag was raised at another time: read it again");
    assertThat(listed(kind, "true")).containsExactly(id);
    assertThat(audit.of(kind.table() + "/" + id)).isEmpty();
    assertThat(clear(kind, id).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void refusesAClearingWithoutAReasonOrTheTimeOfTheFlag(Kind kind) {
    String id = flagged(kind);
    String at = flaggedAt(kind, id);

    assertInvalid(kind, id, "reason is required", Map.of("flaggedAt", at));
    assertInvalid(kind, id, "reason is required", Map.of("flaggedAt", at, "reason", " "));
    assertInvalid(
        kind,
        id,
        "reason must be at most 100 characters",
        Map.of("flaggedAt", at, "reason", "x".repeat(101)));
    assertInvalid(kind, id, "flaggedAt is required", Map.of("reason", REASON));
    assertInvalid(
        kind,
        id,
        "flaggedAt must be an ISO 8601 date and time",
        Map.of("flaggedAt", "yesterday", "reason", REASON));
    assertRefused(TestOperator.request().body("null").post(path(kind, id)), 400, "invalid payload");

    assertThat(listed(kind, "true")).containsExactly(id);
  }

  private static void assertInvalid(Kind kind, String id, String error, Map<String, String> form) {
    assertRefused(Desk.post(path(kind, id), form), 400, error);
  }

  private String flagged(Kind kind) {
    String id = settled(kind);
    flag(kind, id);
    return id;
  }

  private void flag(Kind kind, String id) {
    rows.execute(
        "UPDATE " + kind.table() + " SET flagged = true, flagged_at = now() WHERE id = $1",
        UUID.fromString(id));
  }

  private String settled(Kind kind) {
    String id =
        kind == Kind.PAYOUT
            ? partner.transfer(transferOf("settled")).path("serviceReference")
            : partner.collect(collectionOf("settled")).path("id");
    eventually(() -> statusOf(kind, id), status -> status.endsWith("_success"));
    return id;
  }

  private static String statusOf(Kind kind, String id) {
    return Desk.get(kind.list() + "/" + id, Map.of()).path("status");
  }

  private static Response clear(Kind kind, String id) {
    return clear(kind, id, flaggedAt(kind, id));
  }

  private static Response clear(Kind kind, String id, String flaggedAt) {
    return Desk.post(path(kind, id), Map.of("flaggedAt", flaggedAt, "reason", REASON));
  }

  /** Any time for a payment that was never flagged, or that there is not. */
  private static String flaggedAt(Kind kind, String id) {
    String at = Desk.get(kind.list() + "/" + id, Map.of()).path("flaggedAt");
    return at == null ? "2026-11-24T13:53:20.123Z" : at;
  }

  private static String path(Kind kind, String id) {
    return kind.list() + "/" + id + "/clear-flag";
  }

  private List<String> listed(Kind kind, String flagged) {
    return Desk.listed(kind.list(), Map.of("businessId", businessId, "flagged", flagged), kind.id);
  }
}
