package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts to a rail that never answers whether the recipient is active. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class SilentRailApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;

  @BeforeEach
  void aRailThatNeverAnswersLookups() {
    rail.behave(ScriptedRail.Behaviour.HIDES_RECIPIENTS);
  }

  @AfterEach
  void resetTheRail() {
    rail.behave(ScriptedRail.Behaviour.PAYS);
  }

  @Test
  void refusesPayoutsAsUnavailableAndRecordsNone() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    try (LoggedLines logged = LoggedLines.listen()) {

      List<Response> refused =
          List.of(
              partner.transfer(transferOf("transfer")),
              partner.payment(paymentOf("payment")),
              partner.bank(bankPayoutOf("bank")));

      for (Response response : refused) {
        assertRefused(response, 503, "service unavailable");
        assertThat(response.header("Retry-After")).isEqualTo("1");
      }
      assertThat(logged.text())
          .contains("country=KE channel=mobile", "channel=till", "channel=bank")
          .doesNotContain("254712345678", "174379", "1100000001", "Juma");
    }
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }
}
