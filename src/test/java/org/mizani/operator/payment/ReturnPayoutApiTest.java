package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.business.Desk;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** Return of a successful payout: amount and fee go back once, and the partner gets a webhook. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class ReturnPayoutApiTest {

  private static final String SUCCESS = "termination_success";
  private static final String FAILURE = "termination_failure";
  private static final String UNKNOWN_PAYOUT = "00000000-0000-0000-0000-000000000000";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject AuditEntries audit;

  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void createPartner() throws Exception {
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void booksBalance() {
    receiver.close();
    rows.assertBooksBalance();
  }

  @Test
  void aReturnRefundsAmountAndFeeAndReversesTheExchange() {
    String payout = paid("back");
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
    long clearing = balance(payout, "clearing", "KES");
    long shillings = balance(payout, "fx_position", "KES");
    long dollars = balance(payout, "fx_position", "USD");
    long fees = balance(payout, "fees", "USD");

    Response returned = returnPayout(payout, "back");

    assertThat(returned.statusCode()).as(returned.asString()).isEqualTo(200);
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    assertThat(partner.holding("USD")).isEqualByComparingTo("0");
    assertThat(rows.transfersOf(payout))
        .containsExactlyInAnyOrder(
            "hold", "capture", "fee", "exchange", "return", "fee_refund", "exchange_return");
    assertThat(balance(payout, "clearing", "KES") - clearing).isEqualTo(-100_000);
    assertThat(balance(payout, "fx_position", "KES") - shillings).isEqualTo(100_000);
    assertThat(balance(payout, "fx_position", "USD") - dollars).isEqualTo(-775);
    assertThat(balance(payout, "fees", "USD") - fees).isEqualTo(-16);
  }

  @Test
  void operatorsSeeTheReturnBesideTheSuccess() {
    String payout = paid("seen");

    Response returned = returnPayout(payout, "seen");

    assertThat(returned.<String>path("status")).isEqualTo(SUCCESS);
    assertThat(returned.<String>path("returnReference")).isEqualTo(reference("seen"));
    assertThat(returned.<String>path("returnedAt")).isNotBlank();
    assertThat(returned.<List<String>>path("timeline.event"))
        .containsSubsequence("settled", "webhook_written", "returned", "webhook_written")
        .contains("fee_refunded", "exchange_reversed", "operator_action");
    assertThat(returned.json().getMap("timeline[event=returned]"))
        .containsEntry("amount", new BigDecimal("7.75"))
        .containsEntry("currency", "USD")
        .containsEntry("reference", reference("seen"));
    assertThat(returned.json().<Map<String, ?>>getList("timeline"))
        .filteredOn(event -> "settled".equals(event.get("event")))
        .<Object>extracting(event -> event.get("status"))
        .containsExactly(SUCCESS);
    assertThat(audit.of("payout/" + payout))
        .containsExactly(
            new AuditEntries.Written(
                "payout.return",
                null,
                new JsonObject(Map.of("reference", reference("seen"), "reason", "closed"))));
  }

  @Test
  void thePartnerGetsAWebhookAndReadsTheReturn() {
    String payout = paid("told");

    returnPayout(payout, "told");

    List<WebhookReceiver.Received> both = eventually(receiver::received, all -> all.size() > 1);
    assertThat(both).hasSize(2);
    assertThat(both).extracting(one -> one.header("webhook-id")).doesNotHaveDuplicates();
    JsonObject first = new JsonObject(both.get(0).body());
    JsonObject second = new JsonObject(both.get(1).body());
    assertThat(first.fieldNames()).doesNotContain("returnedAmount").hasSize(9);
    assertThat(second.getValue("returnedAmount")).isEqualTo(new BigDecimal("7.91"));
    assertThat(second.getString("status")).isEqualTo(FAILURE);
    second.remove("returnedAmount");
    assertThat(second.put("status", SUCCESS)).isEqualTo(first);

    JsonObject read = new JsonObject(transaction("told").asString());
    assertThat(read.getString("status")).isEqualTo(SUCCESS);
    assertThat(read.getValue("returnedAmount")).isEqualTo(new BigDecimal("7.91"));
    assertThat(read.getString("returnedAt")).isNotBlank();
    assertThat(new JsonObject(transactions().asString()).getJsonArray("items").getJsonObject(0))
        .isEqualTo(read);
  }

  @Test
  void anotherPayoutHasNoReturnFields() {
    String returned = paid("returned");
    paid("kept");
    returnPayout(returned, "returned");

    JsonObject kept = new JsonObject(transaction("kept").asString());

    assertThat(kept.fieldNames()).hasSize(9).doesNotContain("returnedAt", "returnedAmount");
  }

  @Test
  void aRepeatedReturnMovesNoMoneyAndSendsNoWebhook() {
    String payout = paid("again");
    returnPayout(payout, "again");

    Response again = returnPayout(payout, "again");

    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.<String>path("returnReference")).isEqualTo(reference("again"));
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    assertThat(rows.transfersOf(payout)).hasSize(7);
    assertThat(audit.of("payout/" + payout)).hasSize(1);
    assertThat(deliveries(payout)).isEqualTo(2);
    assertRefused(returnPayout(payout, "another"), 409, "payout is returned");
    assertThat(rows.transfersOf(payout)).hasSize(7);
  }

  @Test
  void aReferenceBelongsToOneReturn() {
    returnPayout(paid("one"), "one");
    String other = paid("other");

    assertRefused(returnPayout(other, "one"), 409, "reference of another movement");

    assertThat(rows.transfersOf(other)).doesNotContain("return");
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
  }

  @ParameterizedTest
  @CsvSource({"termination_pending, payout is pending", "termination_failure, payout has failed"})
  void refusesToReturnAnUnpaidPayout(String status, String message) {
    Map<String, Object> body = transferOf("unpaid");
    body.put("forceStatus", status);
    String payout = partner.transfer(body).path("serviceReference");
    if (status.equals(FAILURE)) {
      partner.finalStatus("unpaid");
    }

    assertRefused(returnPayout(payout, "unpaid"), 409, message);

    assertThat(rows.transfersOf(payout)).doesNotContain("return");
    assertThat(audit.of("payout/" + payout)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''  | closed | reference is required",
        "r   | ''     | reason is required",
      })
  void refusesAReturnWithoutReferenceOrReason(String reference, String reason, String message) {
    assertRefused(
        Desk.post(path(UNKNOWN_PAYOUT), Map.of("reference", reference, "reason", reason)),
        400,
        message);
  }

  @Test
  void anUnknownPayoutIsNotFound() {
    assertRefused(returnPayout(UNKNOWN_PAYOUT, "nobody"), 404, "payout not found");
    assertRefused(returnPayout("x", "nobody"), 404, "payout not found");
  }

  private String paid(String reference) {
    Map<String, Object> body = transferOf(reference);
    body.put("callbackUrl", receiver.url());
    int before = receiver.received().size();
    String payout = partner.transfer(body).path("serviceReference");
    assertThat(partner.finalStatus(reference)).isEqualTo(SUCCESS);
    eventually(receiver::received, all -> all.size() > before);
    return payout;
  }

  private Response returnPayout(String payout, String reference) {
    return Desk.post(path(payout), Map.of("reference", reference(reference), "reason", "closed"));
  }

  /** Returns a reference that is unique over all payouts of a rail. */
  private String reference(String name) {
    return name + " " + partner.businessId();
  }

  private static String path(String payout) {
    return "/operator/payouts/" + payout + "/return";
  }

  private Response transaction(String reference) {
    return partner.request().get("/business/transactions/" + reference);
  }

  private Response transactions() {
    return partner.request().get("/business/transactions?from=2026-01-01&to=2100-01-01");
  }

  private long deliveries(String payout) {
    return rows.count(
        "SELECT count(*) FROM webhook_delivery WHERE subject_id = $1", UUID.fromString(payout));
  }

  /** Balance of accounts of the service, from the transfers of this payout alone. */
  private long balance(String payout, String kind, String currency) {
    return rows.count(
        """
        SELECT coalesce(sum(CASE a.id WHEN t.credit_account_id THEN amount_minor
                                      ELSE -amount_minor END), 0)::bigint
        FROM ledger_account a
        JOIN ledger_transfer t ON a.id IN (t.debit_account_id, t.credit_account_id)
        WHERE t.subject_id = $1 AND a.kind = $2 AND a.currency = $3
          AND coalesce(a.rail, 'simulator') = 'simulator'
        """,
        UUID.fromString(payout),
        kind,
        currency);
  }
}
