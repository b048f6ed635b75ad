package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.by;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts that name a quote which they cannot be paid by. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class QuotedRefusalsApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @Test
  void anExpiredQuotePaysNothing() {
    String quote = partner.quoteId();
    rows.execute("UPDATE fx_quote SET expires_at = now() WHERE id = $1", UUID.fromString(quote));

    Response refused = partner.transfer(by(quote, transferOf("late")));

    assertRefused(refused, 409, "quote has expired");
    assertCoded(refused, ErrorCode.QUOTE_EXPIRED, "quoteId");
    assertNothingHappened();
    assertThat(userOf(quote)).isNull();
  }

  @Test
  void aQuoteOfAnotherBusinessIsUnknown() {
    String quote = partners.create(Map.of()).quoteId();

    Response refused = partner.transfer(by(quote, transferOf("foreign")));

    assertRefused(refused, 404, "quote not found");
    assertCoded(refused, ErrorCode.QUOTE_NOT_FOUND, "quoteId");
    assertNothingHappened();
    assertThat(userOf(quote)).isNull();
  }

  static Stream<Arguments> others() {
    return Stream.of(
        Arguments.of("amount", 1000.01),
        Arguments.of("amount", 1),
        Arguments.of("senderCurrency", "KES"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("others")
  void aQuoteOfAnotherAmountOrCurrencyIsRefused(String field, Object value) {
    String quote = partner.quoteId();
    Map<String, Object> payout = by(quote, transferOf("differs"));
    payout.put(field, value instanceof Number number ? new BigDecimal(number.toString()) : value);

    Response refused = partner.transfer(payout);

    assertRefused(refused, 409, "quote is of another amount or currency");
    assertCoded(refused, ErrorCode.QUOTE_DIFFERS, "quoteId");
    assertNothingHappened();
    assertThat(userOf(quote)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "00000000-0000-7000-8000", "quote\u0000", "é", "'; DROP TABLE x"})
  void aTextThatIsNoIdIsRefused(String text) {
    Response refused = partner.transfer(by(text, transferOf("malformed")));

    assertRefused(refused, 400, "quoteId must be the id of a quote");
    assertCoded(refused, ErrorCode.FIELD_VALUE, "quoteId");
    assertNothingHappened();
  }

  @Test
  void aNumberIsRefusedAndNullAndBlankAreNone() {
    Map<String, Object> number = transferOf("number");
    number.put("quoteId", 7);
    Response refused = partner.transfer(number);
    assertRefused(refused, 400, "invalid payload");
    assertCoded(refused, ErrorCode.FIELD_TYPE, "quoteId");

    partner.transfer(by(null, transferOf("null"))).created();
    partner.transfer(by("  ", transferOf("blank"))).created();
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(2);
  }

  private UUID userOf(String quote) {
    return rows.execute("SELECT payout_id FROM fx_quote WHERE id = $1", UUID.fromString(quote))
        .get(0)
        .getUUID(0);
  }

  private void assertNothingHappened() {
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }
}
