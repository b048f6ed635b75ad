package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
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

/** Operators' view of payouts: list, filters and details. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class OperatorPayoutApiTest {

  private static final String PAYOUTS = "/operator/payouts";

  @Inject TestPartners partners;
  @Inject Rows rows;

  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    businessId = Desk.idOf(partner);
  }

  @Test
  void showsAPendingPayoutWithAMaskedRecipient() {
    String reference = pending("stuck");

    // Its first call waits for others, where there are many.
    JsonValues read =
        eventually(
            () -> Desk.get(PAYOUTS, Map.of("businessId", businessId)).json(),
            list -> (int) list.getMap("items[0]").get("calls") > 0);

    Map<String, Object> item = read.getMap("items[0]");
    assertThat(item)
        .containsEntry("serviceReference", reference)
        .containsEntry("businessId", businessId)
        .containsEntry("businessReference", "stuck")
        .containsEntry("status", "termination_pending")
        .containsEntry("channel", "mobile")
        .containsEntry("country", "KE")
        .containsEntry("recipient", "***678")
        .containsEntry("senderAmount", new BigDecimal("7.75"))
        .containsEntry("senderCurrency", "USD")
        .containsEntry("fee", new BigDecimal("0.16"))
        .containsEntry("receiverAmount", 1000)
        .containsEntry("receiverCurrency", "KES")
        .containsEntry("rate", 129)
        .containsEntry("rail", "simulator")
        .containsEntry("failureCode", null)
        .containsEntry("failureReason", null)
        .containsEntry("receipt", null)
        .containsEntry("networkReference", null)
        .containsEntry("flagged", false);
    assertThat((String) item.get("nextPollAt")).isNotBlank();
    assertThat(read.getList("items")).hasSize(1);
  }

  @Test
  void showsAReceiptOrAFailureCodeAndReason() {
    String paid = payout("paid", null);
    String failed = payout("failed", "termination_failure");
    partner.finalStatus("paid");
    partner.finalStatus("failed");

    JsonValues success = TestOperator.request().get("/operator/payouts/" + paid).json();
    JsonValues failure = TestOperator.request().get("/operator/payouts/" + failed).json();

    assertThat(success.getString("receipt")).startsWith("SBX");
    assertThat(success.getString("failureCode")).isNull();
    assertThat(failure.getString("failureCode")).isEqualTo("refused");
    assertThat(failure.getString("failureReason")).isEqualTo("declined by the sandbox");
    assertThat(failure.getString("receipt")).isNull();
  }

  @Test
  void filtersByStatusAgeFlagAndBusiness() {
    String old = pending("old");
    String recent = pending("recent");
    String failed = payout("failed", "termination_failure");
    partner.finalStatus("failed");
    rows.agePayouts("2 hours", UUID.fromString(old));
    rows.execute(
        "UPDATE payout SET flagged = true, flagged_at = now() WHERE id = $1", UUID.fromString(old));

    assertThat(listed(Map.of())).containsExactly(failed, recent, old);
    assertThat(listed(Map.of("status", "termination_pending"))).containsExactly(recent, old);
    assertThat(listed(Map.of("status", "termination_failure"))).containsExactly(failed);
    assertThat(listed(Map.of("status", "termination_success"))).isEmpty();
    assertThat(listed(Map.of("olderThan", "PT1H"))).containsExactly(old);
    assertThat(listed(Map.of("olderThan", "PT3H"))).isEmpty();
    assertThat(listed(Map.of("olderThan", "P100000000D"))).isEmpty();
    assertThat(listed(Map.of("flagged", "true"))).containsExactly(old);
    assertThat(listed(Map.of("flagged", "false"))).containsExactly(failed, recent);
    assertThat(listed(Map.of("flagged", "true", "status", "termination_failure"))).isEmpty();
    String another = Desk.idOf(partners.create(Map.of()));
    assertThat(Desk.listed(PAYOUTS, Map.of("businessId", another), "serviceReference")).isEmpty();
  }

  @Test
  void allPagesTogetherHaveEachPayoutOnce() {
    List<String> created =
        IntStream.range(0, 7)
            .mapToObj(i -> payout("walk " + i, i % 2 == 0 ? "termination_failure" : null))
            .toList();
    partner.finalStatus("walk 6");

    List<String> walked =
        Desk.walked(
            PAYOUTS,
            Map.of("businessId", businessId, "limit", 2, "olderThan", "PT0S"),
            "serviceReference");

    assertThat(walked).containsExactlyInAnyOrderElementsOf(created).doesNotHaveDuplicates();
    assertThat(Desk.walked(PAYOUTS, Map.of("limit", 500), "serviceReference")).containsAll(created);
  }

  @Test
  void refusesACursorOfOtherFilters() {
    pending("one");
    pending("two");
    String cursor =
        Desk.get(PAYOUTS, Map.of("businessId", businessId, "limit", 1)).path("nextCursor");

    assertRefused(
        Desk.get(PAYOUTS, Map.of("limit", 1, "cursor", cursor)), 400, "cursor is not valid");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status|pending|400|status must be one of: "
            + "termination_pending, termination_success, termination_failure, held",
        "businessId|nobody|404|business not found",
        "businessId|00000000-0000-0000-0000-000000000000|404|business not found",
        "olderThan|1h|400|olderThan must be an ISO 8601 duration such as PT1H",
        "olderThan|-PT1H|400|olderThan must be an ISO 8601 duration such as PT1H",
        "flagged|yes|400|flagged must be one of: true, false, cleared",
        "limit|0|400|limit must be a positive whole number",
        "cursor|x|400|cursor is not valid"
      })
  void refusesInvalidFilters(String filter, String value, int status, String message) {
    assertRefused(Desk.get(PAYOUTS, Map.of(filter, value)), status, message);
  }

  @Test
  void showsTheTimelineInItsOrder() throws Exception {
    try (WebhookReceiver receiver = WebhookReceiver.listen()) {
      Map<String, Object> body = transferOf("told");
      body.put("callbackUrl", receiver.url());
      String reference = partner.transfer(body).path("serviceReference");

      Response read =
          eventually(
              () -> TestOperator.request().get(PAYOUTS + "/" + reference),
              answer -> answer.<List<String>>path("timeline.event").contains("webhook_delivered"));

      JsonValues payout = read.json();
      assertThat(payout.getString("serviceReference")).isEqualTo(reference);
      assertThat(payout.getString("status")).isEqualTo("termination_success");
      assertThat(payout.getString("recipient")).isEqualTo("***678");
      assertThat(payout.<String>get("nextPollAt")).isNull();
      assertThat(payout.<String>getList("timeline.event"))
          .startsWith("created", "held", "settled")
          .endsWith("webhook_written", "webhook_attempted", "webhook_delivered")
          .containsSubsequence("captured", "fee_charged", "exchanged")
          .hasSize(9);
      assertThat(payout.getString("timeline[event=held].amount")).isEqualTo("7.91");
      assertThat(payout.getString("timeline[event=captured].amount")).isEqualTo("7.75");
      assertThat(payout.getMap("timeline[event=exchanged]"))
          .containsEntry("amount", 1000)
          .containsEntry("currency", "KES");
      assertThat(payout.getString("timeline[event=settled].status"))
          .isEqualTo("termination_success");
      Map<String, Object> attempt = payout.getMap("timeline[event=webhook_attempted]");
      assertThat(attempt)
          .containsEntry("attempt", 1)
          .containsEntry("replay", 0)
          .containsEntry("responseCode", 200)
          .containsKeys("at", "deliveryId", "durationMs")
          .doesNotContainKey("error");
      assertThat(read.asString()).doesNotContain("254712345", "Amina", "Otieno", "Juma");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"told", "00000000-0000-0000-0000-000000000000"})
  void anUnknownPayoutIsNotFound(String reference) {
    assertRefused(TestOperator.request().get(PAYOUTS + "/" + reference), 404, "payout not found");
  }

  @Test
  void aPayoutThatCannotBeDecryptedHidesNoOther() {
    String broken = pending("broken");
    String sound = pending("sound");
    rows.execute(
        "UPDATE payout_detail SET parties_encrypted = '\\x00' WHERE payout_id = $1",
        UUID.fromString(broken));

    Response list = Desk.get(PAYOUTS, Map.of("businessId", businessId));

    assertThat(list.<List<String>>path("items.recipient")).containsExactly("***678", "***");
    assertThat(list.<List<String>>path("items.serviceReference")).containsExactly(sound, broken);
  }

  private List<String> listed(Map<String, ?> filters) {
    Map<String, Object> query = new HashMap<>(filters);
    query.put("businessId", businessId);
    return Desk.listed(PAYOUTS, query, "serviceReference");
  }

  private String pending(String reference) {
    return payout(reference, "termination_pending");
  }

  private String payout(String reference, String forced) {
    Map<String, Object> body = transferOf(reference);
    if (forced != null) {
      body.put("forceStatus", forced);
    }
    return partner.transfer(body).path("serviceReference");
  }
}
