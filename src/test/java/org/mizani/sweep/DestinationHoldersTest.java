package org.mizani.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.rail.PauseReason;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.TestRails;
import org.mizani.rail.guard.RailPauses;
import org.mizani.rail.guard.TestPauses;
import org.mizani.support.Defaults;

class DestinationHoldersTest {

  private static final Recipient PHONE =
      new MobileWallet(new PhoneNumber(Country.KE, "+254712345678"));

  private final AtomicInteger calls = new AtomicInteger();

  private final PayoutRail rail =
      TestRails.with(
          Country.KE,
          asked -> {
            calls.incrementAndGet();
            return Uni.createFrom().item(Optional.of("JUMA MWANGI"));
          });

  @Test
  void theRailThatWillPayNamesTheHolder() {
    assertThat(holderBy(rail, TestPauses.none())).isEqualTo("JUMA MWANGI");
  }

  @Test
  void aRailWithoutNamesNamesNone() {
    PayoutRail nameless = TestRails.without(Country.KE);

    assertThat(holderBy(nameless, TestPauses.none())).isEmpty();
    assertThat(holderBy(nameless, TestPauses.of(nameless.name(), PauseReason.CREDENTIALS)))
        .isEmpty();
  }

  @Test
  void aNetworkThatRefusesOurCredentialIsNotAsked() {
    RailPauses pauses = TestPauses.of(rail.name(), PauseReason.CREDENTIALS);

    assertThatThrownBy(() -> holderBy(rail, pauses))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> assertThat(refusal.fault()).isEqualTo(ApiFault.SERVICE_UNAVAILABLE));
    assertThat(calls).hasValue(0);
  }

  @ParameterizedTest
  @EnumSource(value = PauseReason.class, mode = EnumSource.Mode.EXCLUDE, names = "CREDENTIALS")
  void anyOtherPauseIsOfPaymentsAlone(PauseReason reason) {
    assertThat(holderBy(rail, TestPauses.of(rail.name(), reason))).isEqualTo("JUMA MWANGI");
  }

  private static String holderBy(PayoutRail rail, RailPauses pauses) {
    return new DestinationHolders(
            TestRails.routerOf(rail), TestPauses.lookups(pauses), Defaults.of(SweepConfig.class))
        .holderOf(PHONE)
        .await()
        .atMost(PATIENCE);
  }
}
