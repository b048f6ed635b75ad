package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.BehindProxyProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts of production where no connected rail serves their country and channel. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BehindProxyProfile.class)
class CorridorWithoutRailApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;

  @Test
  void nothingIsHeldForAPayoutThatNoRailServes() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    assertRefused(partner.transfer(transferOf("phone")), 422, "corridor not available");
    assertRefused(partner.payment(paymentOf("till")), 422, "corridor not available");
    assertRefused(partner.bank(bankPayoutOf("bank")), 422, "corridor not available");

    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(partner.holding("USD")).isEqualByComparingTo("0");
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  /** It tells neither that the account is active nor that it is not. */
  @Test
  void aVerificationThatNoRailCanMakeIsRefused() {
    Partner partner = partners.create(Map.of());

    Response transfer =
        partner
            .request()
            .body(Map.of("countryCode", "KE", "phoneNumber", "+254712345678"))
            .post("/business/verify-transfer");
    Response payment =
        partner
            .request()
            .body(Map.of("countryCode", "KE", "type", "till", "lipaNumber", "174379"))
            .post("/business/verify-payment");

    for (Response refused : List.of(transfer, payment)) {
      assertRefused(refused, 422, "corridor not available");
      assertCoded(refused, ErrorCode.CORRIDOR_UNAVAILABLE, "");
    }
  }
}
