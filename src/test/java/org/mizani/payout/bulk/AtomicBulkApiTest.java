package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.send;
import static org.mizani.payout.bulk.BulkOrders.sendAtomic;
import static org.mizani.payout.bulk.BulkOrders.transfer;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.JsonValues;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Batches of which all payouts are created, or none. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AtomicBulkApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  /** 7.91 USD each. */
  @Test
  void anAtomicBatchBeyondTheBalanceCreatesAndHoldsNothing() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "20"));

    JsonValues answer =
        sendAtomic(partner, List.of(transfer("a"), transfer("b"), transfer("c"))).created().json();

    assertThat(answer.getLong("created")).isZero();
    assertThat(answer.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "bulk_refused", "insufficient_balance"));
    assertNothingPaid(partner, "20");
    assertThat(send(partner, List.of(transfer("a"))).created().json().getLong("created")).isOne();
  }

  @Test
  void anAtomicBatchWithOneWrongItemCreatesNothing() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> wrong = transfer("wrong");
    wrong.remove("amount");

    JsonValues answer =
        sendAtomic(partner, List.of(transfer("a"), wrong, transfer("b"))).created().json();

    assertThat(answer.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "field_missing", "bulk_refused"));
    assertNothingPaid(partner, "100");
  }

  /** The recipient has no account, which a look-up would tell. */
  @Test
  void anAtomicBatchThatCannotBeCreatedLooksForNoRecipient() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> unknown = transfer("unknown");
    unknown.put("receiverPhone", "+254712345600");

    JsonValues unreadable = sendAtomic(partner, List.of(unknown, 7)).created().json();
    JsonValues repeated =
        sendAtomic(partner, List.of(unknown, transfer("a"), transfer("a"))).created().json();
    JsonValues judged = sendAtomic(partner, List.of(unknown, transfer("a"))).created().json();

    assertThat(unreadable.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "body_not_object"));
    assertThat(repeated.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "bulk_refused", "reference_used"));
    assertThat(judged.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("recipient_not_active", "bulk_refused"));
    assertNothingPaid(partner, "100");
  }

  @Test
  void aQuotePaysOneItem() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String quote = partner.quoteId();

    JsonValues answer =
        send(
                partner,
                List.of(
                    TestPartners.by(quote, transfer("one")),
                    transfer("plain"),
                    TestPartners.by(quote, transfer("other"))))
            .created()
            .json();

    assertThat(answer.<Object>getList("items.result"))
        .isEqualTo(List.of("created", "created", "refused"));
    assertThat(answer.getString("items[2].refusal.code")).isEqualTo("quote_used");
  }

  /** The quote's second use is known only when the others are recorded: they are rolled back. */
  @Test
  void anAtomicBatchThatFailsInTheMiddleIsTakenBackWhole() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String quote = partner.quoteId();
    List<Map<String, Object>> items =
        List.of(
            transfer("a"),
            TestPartners.by(quote, transfer("b")),
            TestPartners.by(quote, transfer("c")));

    JsonValues answer = sendAtomic(partner, items).created().json();

    assertThat(answer.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "bulk_refused", "quote_used"));
    assertNothingPaid(partner, "100");
    partner.transfer(TestPartners.by(quote, transferOf("by the quote"))).created();
  }

  private void assertNothingPaid(Partner partner, String available) {
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(partner.available("USD")).isEqualByComparingTo(available);
    assertThat(partner.holding("USD")).isZero();
  }
}
