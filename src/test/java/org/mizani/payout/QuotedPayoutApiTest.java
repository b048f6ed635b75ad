package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.by;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.access.SameMinute;
import org.mizani.fault.ErrorCode;
import org.mizani.fx.Rates;
import org.mizani.money.CurrencyUnit;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts that name a locked quote. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class QuotedPayoutApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Rates rates;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  static Stream<Arguments> kinds() {
    return Stream.of(
        Arguments.of("transfer", transferOf("kind")),
        Arguments.of("payment", paymentOf("kind")),
        Arguments.of("bank", bankPayoutOf("kind")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void eachKindIsPaidByItsQuote(String kind, Map<String, Object> body) {
    String quote = partner.quoteId();

    Response paid =
        partner.request().body(by(quote, body)).post("/business/payout/" + kind).created();

    assertThat(paid.json().getDecimal("totalDebited")).isEqualByComparingTo("7.91");
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
    assertThat(userOf(quote)).hasToString(paid.path("serviceReference"));
    assertThat(partner.finalStatus("kind")).isEqualTo("termination_success");
  }

  /** Both change: 100 EUR at 3000 instead of 2500 would be 83.33 EUR, and the fee less too. */
  @Test
  void theQuotedRateAndFeeAreDebitedWhateverTheyAreByThen() {
    // Given
    rates
        .enter(CurrencyUnit.EUR, CurrencyUnit.UGX, new BigDecimal("4000"))
        .await()
        .atMost(PATIENCE);
    Partner payer = partners.create(Map.of(CurrencyUnit.EUR, "1000"));
    Map<String, Object> order = new LinkedHashMap<>();
    order.put("senderCurrency", "EUR");
    order.put("receiverCurrency", "UGX");
    order.put("amount", 400_000);
    String quote = payer.quote(order).created().path("quoteId");
    rates
        .enter(CurrencyUnit.EUR, CurrencyUnit.UGX, new BigDecimal("5000"))
        .await()
        .atMost(PATIENCE);
    rows.execute("UPDATE business SET fee_rate = 0.1 WHERE id = $1", payer.businessId());

    // When
    Map<String, Object> payout = paymentOf("locked");
    payout.putAll(order);
    payout.put("payoutCountry", "UG");
    payout.put("receiverLipaNumber", "400001");
    Response paid = payer.payment(by(quote, payout)).created();

    // Then
    assertThat(paid.json().getDecimal("senderAmount")).isEqualByComparingTo("100");
    assertThat(paid.json().getDecimal("totalDebited")).isEqualByComparingTo("102");
    assertThat(payer.finalStatus("locked")).isEqualTo("termination_success");
    assertThat(payer.available("EUR")).isEqualByComparingTo("898");
    assertThat(exchanged(paid.path("serviceReference"), "EUR")).isEqualTo(100_00);
    assertThat(exchanged(paid.path("serviceReference"), "UGX")).isEqualTo(-400_000);
    Row row =
        rows.execute(
                "SELECT fx_rate FROM payout WHERE id = $1",
                UUID.fromString(paid.path("serviceReference")))
            .get(0);
    assertThat(row.getBigDecimal(0)).isEqualByComparingTo("4000");
  }

  @Test
  void aUsedQuotePaysNoOtherPayout() {
    String quote = partner.quoteId();
    partner.transfer(by(quote, transferOf("first"))).created();

    Response refused = partner.transfer(by(quote, transferOf("second")));

    assertRefused(refused, 409, "quote is used");
    assertCoded(refused, ErrorCode.QUOTE_USED, "quoteId");
    assertOnePayout();
  }

  @Test
  void aPayoutThatIsRefusedLeavesItsQuoteUsable() {
    Partner poor = partners.create(Map.of(CurrencyUnit.USD, "7.90"));
    String quote = poor.quoteId();
    assertRefused(
        poor.transfer(by(quote, transferOf("poor"))), 412, "insufficient available balance");
    Map<String, Object> unknown = by(quote, transferOf("unknown"));
    unknown.put("receiverPhone", "+254700000000");
    assertRefused(poor.transfer(unknown), 422, "account not active");
    assertThat(userOf(quote)).isNull();

    partners.fund(poor.businessId(), CurrencyUnit.USD, "0.01");
    poor.transfer(by(quote, transferOf("poor"))).created();

    assertThat(poor.available("USD")).isZero();
  }

  @Test
  void aBusinessWithoutAWalletIsToldSoAndKeepsItsQuote() {
    Partner without = partners.create(Map.of());
    String quote = without.quoteId();

    assertRefused(
        without.transfer(by(quote, transferOf("none"))), 412, "insufficient available balance");
    assertThat(userOf(quote)).isNull();
  }

  @Test
  void aUsedReferenceIsToldBeforeTheQuoteAndLeavesItUsable() {
    String used = partner.quoteId();
    Response first = partner.transfer(by(used, transferOf("same"))).created();
    String other = partner.quoteId();

    Response repeat = partner.transfer(by(used, transferOf("same")));
    Response byAnother = partner.transfer(by(other, transferOf("same")));
    Response without = partner.transfer(transferOf("same"));
    Response unknown = partner.transfer(by(UUID.randomUUID().toString(), transferOf("same")));

    for (Response refused : new Response[] {repeat, byAnother, without, unknown}) {
      assertRefused(refused, 409, "duplicate reference");
      assertCoded(refused, ErrorCode.REFERENCE_USED, "");
      assertThat(refused.header("X-Service-Reference")).isEqualTo(first.path("serviceReference"));
    }
    assertThat(userOf(other)).isNull();
    assertOnePayout();
  }

  @Test
  void aRepeatByItsKeyGetsTheFirstAnswer() {
    KeyedRequest keyed =
        KeyedRequest.transfer("quoted", by(partner.quoteId(), transferOf("keyed")));
    Response first = keyed.by(partner).created();

    Response repeat = keyed.by(partner);

    assertThat(repeat.asByteArray()).isEqualTo(first.asByteArray());
    assertThat(repeat.header("Idempotency-Replayed")).isEqualTo("true");
    assertOnePayout();
  }

  @Test
  void aRefusedQuoteIsJudgedAnewUnderTheSameKey() {
    String quote = partner.quoteId();
    rows.execute("UPDATE fx_quote SET expires_at = now() WHERE id = $1", UUID.fromString(quote));
    KeyedRequest keyed = KeyedRequest.transfer("anew", by(quote, transferOf("anew")));

    Response refused = keyed.by(partner);
    Response again = keyed.by(partner);

    assertRefused(refused, 409, "quote has expired");
    assertRefused(again, 409, "quote has expired");
    assertThat(again.header("Idempotency-Replayed")).isNull();
  }

  @Test
  void limitsOfTheBusinessHoldForQuotedPayoutsToo() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              Partner limited = partners.create(Map.of(CurrencyUnit.USD, "100"));
              rows.execute(
                  "UPDATE business SET payouts_per_hour = 1 WHERE id = $1", limited.businessId());
              String quote = limited.quoteId();
              String kept = limited.quoteId();
              limited.transfer(by(quote, transferOf("one"))).created();

              Response refused = limited.transfer(by(kept, transferOf("two")));

              assertRefused(refused, 429, "too many payouts in an hour");
              assertThat(userOf(kept)).isNull();
            });
  }

  @Test
  void theDatabaseRefusesASecondUse() {
    String quote = partner.quoteId();
    partner.transfer(by(quote, transferOf("used"))).created();

    assertThatThrownBy(
            () ->
                rows.execute(
                    "UPDATE fx_quote SET payout_id = NULL WHERE id = $1", UUID.fromString(quote)))
        .hasMessageContaining("is used");
  }

  private UUID userOf(String quote) {
    return rows.execute("SELECT payout_id FROM fx_quote WHERE id = $1", UUID.fromString(quote))
        .get(0)
        .getUUID(0);
  }

  /** The part of a currency's position that a payout moved; others move it too. */
  private long exchanged(String payout, String currency) {
    return rows.count(
        """
        SELECT coalesce(sum(CASE a.id WHEN t.credit_account_id THEN t.amount_minor
                                      ELSE -t.amount_minor END), 0)::bigint
        FROM ledger_account a
        JOIN ledger_transfer t ON a.id IN (t.debit_account_id, t.credit_account_id)
        WHERE t.subject_id = $1 AND a.kind = 'fx_position' AND a.currency = $2
        """,
        UUID.fromString(payout),
        currency);
  }

  private void assertOnePayout() {
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
  }
}
