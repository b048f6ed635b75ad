package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.RecipientLookup;
import org.mizani.support.LoggedLines;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** What becomes of payouts whose rail does not say whether the recipient is active. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(SilentRailApiTest.Silent.class)
class SilentRailApiTest {

  /** A service with a rail that never tells whose account it is. */
  public static final class Silent implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("payments.payout.lookup.timeout", "300ms");
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
      return Set.of(SilentRail.class);
    }
  }

  /** Serves every corridor, before the sandbox does. */
  @Alternative
  @Singleton
  public static class SilentRail implements PayoutRail, RecipientLookup {

    @Override
    public String name() {
      return "silent";
    }

    @Override
    public RailCapabilities capabilities() {
      return new RailCapabilities(true, Duration.ZERO);
    }

    @Override
    public boolean serves(Country country, Channel channel) {
      return true;
    }

    @Override
    public Optional<RecipientLookup> recipientLookup(Channel channel) {
      return Optional.of(this);
    }

    @Override
    public Uni<Optional<String>> holderOf(Recipient recipient) {
      return Uni.createFrom().nothing();
    }

    @Override
    public Uni<PayoutOutcome> submit(PayoutInstruction instruction) {
      throw new AssertionError("nobody is to be paid");
    }

    @Override
    public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
      throw new AssertionError("nobody was to be paid");
    }
  }

  @Inject TestPartners partners;
  @Inject Rows rows;

  @Test
  void refusesForNowAndRecordsNothing() {
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
