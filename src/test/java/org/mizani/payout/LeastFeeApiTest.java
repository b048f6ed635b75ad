package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.business.BusinessProfile;
import org.mizani.business.FeeTerms;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Least fees of a business: charged, held, captured and released as any fee is. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LeastFeeApiTest {

  /** 2 %, and at least half a dollar or 15 shillings. */
  private static final FeeTerms TERMS =
      new FeeTerms(
          FeeTerms.USUAL.rate(),
          Map.of(
              CurrencyUnit.USD, new Money(CurrencyUnit.USD, 50),
              CurrencyUnit.KES, new Money(CurrencyUnit.KES, 15_00)));

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  private Partner partner;

  @BeforeEach
  void createPartner() {
    partner =
        partners.create(
            BusinessProfile.named("Small payouts").withFee(TERMS),
            Map.of(CurrencyUnit.USD, "100", CurrencyUnit.KES, "10000"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aPaidPayoutInAnotherCurrencyCostsTheLeastFee() {
    Response created = partner.transfer(transferOf("abroad"));

    assertThat(created.json().getDecimal("senderAmount")).isEqualByComparingTo("7.75");
    assertThat(created.json().getDecimal("totalDebited")).isEqualByComparingTo("8.25");
    assertThat(partner.finalStatus("abroad")).isEqualTo("termination_success");
    assertThat(partner.available("USD")).isEqualByComparingTo("91.75");
    assertThat(partner.holding("USD")).isZero();
    assertThat(transfers("abroad"))
        .containsExactly("capture 775", "exchange 100000", "fee 50", "hold 825");
  }

  @Test
  void aShareAboveTheLeastFeeIsCharged() {
    Map<String, Object> body = paymentOf("at home");
    body.put("senderCurrency", "KES");

    Response created = partner.payment(body);

    assertThat(created.json().getDecimal("totalDebited")).isEqualByComparingTo("1020");
    assertThat(partner.finalStatus("at home")).isEqualTo("termination_success");
    assertThat(transfers("at home")).containsExactly("capture 100000", "fee 2000", "hold 102000");
  }

  @Test
  void aFailedPayoutReturnsTheLeastFeeToo() {
    Map<String, Object> body = bankPayoutOf("failed");
    body.put("senderCurrency", "KES");
    body.put("amount", new BigDecimal("500.50"));
    body.put("forceStatus", "termination_failure");

    Response created = partner.bank(body);

    assertThat(created.json().getDecimal("totalDebited")).isEqualByComparingTo("515.5");
    assertThat(partner.finalStatus("failed")).isEqualTo("termination_failure");
    assertThat(partner.available("KES")).isEqualByComparingTo("10000");
    assertThat(transfers("failed")).containsExactly("hold 51550", "release 51550");
  }

  @Test
  void aRateSaysTheLeastFee() {
    Response answer = partner.request().get("/business/rate?from=USD&to=KES&amount=7.75");

    assertThat(answer.json().getDecimal("fee")).isEqualByComparingTo("0.5");
  }

  @Test
  void aBalanceWithoutTheLeastFeeDoesNotSuffice() {
    Partner poor =
        partners.create(
            BusinessProfile.named("Poor").withFee(TERMS), Map.of(CurrencyUnit.USD, "8.24"));

    assertThat(poor.transfer(transferOf("short")).statusCode()).isEqualTo(412);
    partners.fund(poor.businessId(), CurrencyUnit.USD, "0.01");
    assertThat(poor.transfer(transferOf("short")).statusCode()).isEqualTo(201);
  }

  /** The transfers of a payout, by kind. */
  private List<String> transfers(String reference) {
    return rows
        .execute(
            """
            SELECT t.kind || ' ' || t.amount_minor FROM ledger_transfer t
            JOIN payout p ON p.id = t.subject_id
            WHERE p.business_id = $1 AND p.business_reference = $2
            ORDER BY t.kind
            """,
            partner.businessId(),
            reference)
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }
}
