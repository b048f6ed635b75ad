package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.send;
import static org.mizani.payout.bulk.BulkOrders.transfer;
import static org.mizani.payout.bulk.BulkOrders.transfers;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.SameMinute;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Eventually;
import org.mizani.support.JsonValues;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** {@code /business/payouts/bulk}: batches of payouts, of which each item stands by itself. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BulkApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void createsOnePayoutOfEachKind() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    JsonValues answer =
        send(
                partner,
                List.of(
                    transfer("phone"),
                    BulkOrders.of("payment", paymentOf("till")),
                    BulkOrders.of("bank", bankPayoutOf("bank"))))
            .created()
            .json();

    assertThat(answer.getLong("created")).isEqualTo(3);
    assertThat(answer.getLong("refused")).isZero();
    assertThat(answer.<Object>getList("items.index")).isEqualTo(List.of(0, 1, 2));
    for (String item : List.of("items[0]", "items[1]", "items[2]")) {
      String reference = answer.getString(item + ".businessReference");
      assertThat(answer.getString(item + ".result")).isEqualTo("created");
      assertThat(
              partner
                  .request()
                  .get("/business/transactions/" + reference)
                  .succeeded()
                  .<String>path("serviceReference"))
          .isEqualTo(answer.getString(item + ".serviceReference"));
      assertThat(partner.finalStatus(reference)).isEqualTo("termination_success");
    }
    Eventually.holds(() -> assertThat(partner.holding("USD")).isZero());
  }

  @Test
  void refusesEachWrongItemWithItsOwnErrorAndCreatesTheOthers() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> withoutRate = transfer("no rate");
    withoutRate.put("senderCurrency", "UGX");
    Map<String, Object> unknownRecipient = transfer("unknown");
    unknownRecipient.put("receiverPhone", "+254712345600");
    Map<String, Object> wrongType = transfer("type");
    wrongType.put("amount", "1000");
    Map<String, Object> tooMuch = transfer("too much");
    tooMuch.put("amount", 1_000_000);
    Map<String, Object> unnamed = transfer("");

    JsonValues answer =
        send(
                partner,
                Arrays.asList(
                    null,
                    transfer("first"),
                    7,
                    BulkOrders.of("cash", transferOf("kind")),
                    transferOf("no kind"),
                    wrongType,
                    unnamed,
                    unknownRecipient,
                    withoutRate,
                    tooMuch,
                    transfer("last")))
            .created()
            .json();

    assertThat(answer.<Object>getList("items.result"))
        .isEqualTo(
            List.of(
                "refused", "created", "refused", "refused", "refused", "refused", "refused",
                "refused", "refused", "refused", "created"));
    assertItem(answer, 0, 400, "body_not_object", null, "invalid payload");
    assertItem(answer, 2, 400, "body_not_object", null, "invalid payload");
    assertItem(
        answer, 3, 400, "field_value", "kind", "kind must be one of: transfer, payment, bank");
    assertItem(answer, 4, 400, "field_missing", "kind", "kind is required");
    assertItem(answer, 5, 400, "field_type", "amount", "invalid payload");
    assertThat(answer.getString("items[5].businessReference")).isEqualTo("type");
    assertItem(
        answer, 6, 400, "field_missing", "businessReference", "businessReference is required");
    assertItem(answer, 7, 422, "recipient_not_active", null, "account not active");
    assertItem(answer, 8, 404, "rate_not_configured", null, "rate UGX_KES not configured");
    assertItem(answer, 9, 412, "insufficient_balance", null, "insufficient available balance");
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(2);
  }

  @Test
  void refusesRepeatsOfReferencesInsideTheBatchAndOfEarlierPayouts() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String used = partner.transfer(transferOf("used")).created().path("serviceReference");
    Map<String, Object> different = transfer("twice");
    different.put("amount", 2000);
    Map<String, Object> usedDifferently = transfer("used");
    usedDifferently.put("amount", 2000);

    JsonValues answer =
        send(
                partner,
                List.of(
                    transfer("used"),
                    transfer("twice"),
                    transfer("twice"),
                    different,
                    usedDifferently))
            .created()
            .json();

    assertItem(answer, 0, 409, "reference_used", null, "duplicate reference");
    assertThat(answer.getString("items[0].refusal.serviceReference")).isEqualTo(used);
    assertThat(answer.getString("items[1].result")).isEqualTo("created");
    assertItem(answer, 2, 409, "reference_used", "businessReference", "duplicate reference");
    assertItem(
        answer, 3, 409, "reference_used_differently", "businessReference", "duplicate reference");
    assertThat(answer.getString("items[4].refusal.status")).isEqualTo("409");
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(2);
  }

  /** 7.91 USD each: of 20 USD the third is too much, and a smaller one behind it is covered. */
  @Test
  void createsWhatTheWalletCoversInTheOrderOfTheItems() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "20"));
    Map<String, Object> small = transfer("small");
    small.put("amount", 200);

    JsonValues answer =
        send(partner, List.of(transfer("a"), transfer("b"), transfer("c"), small)).created().json();

    assertThat(answer.<Object>getList("items.result"))
        .isEqualTo(List.of("created", "created", "refused", "created"));
    assertItem(answer, 2, 412, "insufficient_balance", null, "insufficient available balance");
  }

  @Test
  void theLimitsOfTheBusinessHoldForEachItem() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              Partner partner = limitedToPayoutsAnHour(3);

              JsonValues answer = send(partner, transfers("limited", 5)).created().json();

              assertThat(answer.getLong("created")).isEqualTo(3);
              assertItem(answer, 3, 429, "limit_reached", null, "too many payouts in an hour");
              assertItem(answer, 4, 429, "limit_reached", null, "too many payouts in an hour");
              assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(3);
            });
  }

  private Partner limitedToPayoutsAnHour(int most) {
    BusinessLimits limits =
        new BusinessLimits(
            Map.of(), Map.of(), Optional.of(most), Optional.empty(), Optional.empty());
    return partners.create(
        BusinessProfile.named("Limited").withLimits(limits), Map.of(CurrencyUnit.USD, "100"));
  }

  @Test
  void showsCountsAndItemsPageByPageToItsBusinessAlone() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> failing = transfer("failing");
    failing.put("forceStatus", "termination_failure");
    Map<String, Object> waiting = transfer("waiting");
    waiting.put("forceStatus", "termination_pending");
    List<Object> items = new ArrayList<>(List.of(transfer("paid"), failing, waiting, 7));
    String id = send(partner, items).created().path("bulkId");

    Eventually.holds(
        () ->
            assertThat(read(partner, id, "").<Map<String, Object>>get("counts"))
                .isEqualTo(
                    Map.of("created", 3, "refused", 1, "pending", 1, "paid", 1, "failed", 1)));
    JsonValues first = read(partner, id, "?limit=2");
    JsonValues second = read(partner, id, "?limit=2&cursor=" + first.getString("nextCursor"));

    assertThat(first.<Object>getList("items.status"))
        .isEqualTo(List.of("termination_success", "termination_failure"));
    assertThat(second.<Object>getList("items.index")).isEqualTo(List.of(2, 3));
    assertThat(second.getString("items[0].status")).isEqualTo("termination_pending");
    assertThat(second.getString("items[1].refusal.code")).isEqualTo("body_not_object");
    assertThat(second.getString("nextCursor")).isNull();
    Partner other = partners.create(Map.of());
    assertRefused(other.request().get(PATH + "/" + id), 404, "bulk not found");
    assertRefused(partner.request().get(PATH + "/any"), 404, "bulk not found");
  }

  private static JsonValues read(Partner partner, String id, String query) {
    return partner.request().get(PATH + "/" + id + query).succeeded().json();
  }

  private static void assertItem(
      JsonValues answer, int index, int status, String code, String field, String error) {
    String item = "items[" + index + "]";
    assertThat(answer.getString(item + ".result")).isEqualTo("refused");
    assertThat(answer.getLong(item + ".refusal.status")).isEqualTo(status);
    assertThat(answer.getString(item + ".refusal.code")).isEqualTo(code);
    assertThat(answer.getString(item + ".refusal.field")).isEqualTo(field);
    assertThat(answer.getString(item + ".refusal.error")).isEqualTo(error);
  }
}
