package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.operator.business.Desk;
import org.mizani.support.JsonValues;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** Operators' view of collections: list, filters and details. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class OperatorCollectionApiTest {

  private static final String COLLECTIONS = "/operator/collections";

  @Inject TestPartners partners;
  @Inject Rows rows;

  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() {
    partner = partners.createShop(Map.of());
    businessId = Desk.idOf(partner);
  }

  @Test
  void showsAPendingCollectionWithAMaskedCustomer() {
    String id = collection("stuck", "collection_pending");

    Map<String, Object> item =
        Desk.get(COLLECTIONS, Map.of("businessId", businessId)).json().getMap("items[0]");

    assertThat(item)
        .containsEntry("id", id)
        .containsEntry("businessId", businessId)
        .containsEntry("status", "collection_pending")
        .containsEntry("amount", 150)
        .containsEntry("currency", "KES")
        .containsEntry("mobile", "***678")
        .containsEntry("reference", "stuck")
        .containsEntry("narration", "Order of stuck")
        .containsEntry("provider", "Safaricom")
        .containsEntry("failureCode", null)
        .containsEntry("mnoPaymentReference", null)
        .containsEntry("rail", "simulator")
        .containsEntry("creditedAt", null)
        .containsEntry("flagged", false)
        .containsKeys("calls", "nextPollAt", "expiresAt", "createdAt", "updatedAt");
  }

  @Test
  void showsTheFailureCodeOfADeclinedCollection() {
    String id = collection("declined", "collection_failure");

    String code =
        eventually(
            () -> Desk.get(COLLECTIONS + "/" + id, Map.of()).<String>path("failureCode"),
            Objects::nonNull);

    assertThat(code).isEqualTo("customer_declined");
  }

  @Test
  void filtersByStatusAgeFlagAndBusiness() {
    String old = collection("old", "collection_pending");
    String recent = collection("recent", "collection_pending");
    rows.changeCollection(
        UUID.fromString(old),
        "created_at = now() - interval '2 hours', flagged = true, flagged_at = now()");

    assertThat(listed(Map.of())).containsExactly(recent, old);
    assertThat(listed(Map.of("status", "collection_pending"))).containsExactly(recent, old);
    assertThat(listed(Map.of("status", "cancelled"))).isEmpty();
    assertThat(listed(Map.of("olderThan", "PT1H"))).containsExactly(old);
    assertThat(listed(Map.of("flagged", "true"))).containsExactly(old);
    assertThat(listed(Map.of("flagged", "false"))).containsExactly(recent);
    assertThat(Desk.walked(COLLECTIONS, Map.of("businessId", businessId, "limit", 1), "id"))
        .containsExactly(recent, old);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status|pending|400|status must be one of: "
            + "collection_pending, collection_success, collection_failure, cancelled",
        "businessId|nobody|404|business not found",
        "olderThan|yesterday|400|olderThan must be an ISO 8601 duration such as PT1H",
        "flagged|1|400|flagged must be one of: true, false, cleared",
        "limit|-1|400|limit must be a positive whole number",
        "cursor|x|400|cursor is not valid"
      })
  void refusesInvalidFilters(String filter, String value, int status, String message) {
    assertRefused(Desk.get(COLLECTIONS, Map.of(filter, value)), status, message);
  }

  @Test
  void showsTheTimelineInItsOrder() throws Exception {
    try (WebhookReceiver receiver = WebhookReceiver.listen()) {
      Map<String, Object> body = collectionOf("told");
      body.put("callbackUrl", receiver.url());
      String id = partner.collect(body).path("id");

      Response read =
          eventually(
              () -> TestOperator.request().get(COLLECTIONS + "/" + id),
              answer -> answer.<List<String>>path("timeline.event").contains("webhook_delivered"));

      JsonValues collection = read.json();
      assertThat(collection.getString("status")).isEqualTo("collection_success");
      assertThat(collection.getString("mobile")).isEqualTo("***678");
      assertThat(collection.<String>getList("timeline.event"))
          .containsExactly(
              "created",
              "settled",
              "collected",
              "webhook_written",
              "webhook_attempted",
              "webhook_delivered");
      assertThat(collection.getString("timeline[2].amount")).isEqualTo("150");
      assertThat(read.asString()).doesNotContain("254712345");
    }
  }

  @Test
  void anUnknownCollectionIsNotFound() {
    String unknown = COLLECTIONS + "/00000000-0000-0000-0000-000000000000";

    assertRefused(TestOperator.request().get(unknown), 404, "collection not found");
    assertRefused(TestOperator.request().get(COLLECTIONS + "/x"), 404, "collection not found");
  }

  private List<String> listed(Map<String, ?> filters) {
    Map<String, Object> query = new HashMap<>(filters);
    query.put("businessId", businessId);
    return Desk.listed(COLLECTIONS, query, "id");
  }

  private String collection(String reference, String forced) {
    Map<String, Object> body = collectionOf(reference);
    body.put("forceStatus", forced);
    return partner.collect(body).path("id");
  }
}
