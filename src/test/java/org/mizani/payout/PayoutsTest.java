package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.Till;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutOrder.Price;
import org.mizani.payout.PayoutOrder.Terms;
import org.mizani.payout.Payouts.Route;
import org.mizani.payout.record.Parties;
import org.mizani.payout.record.Parties.Receiver;
import org.mizani.rail.PauseReason;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.TestRails;
import org.mizani.rail.guard.RailPauses;
import org.mizani.rail.guard.TestPauses;

class PayoutsTest {

  private static final PayoutOrder NAMED = order("Juma", "Mwangi");
  private static final PayoutOrder UNNAMED = order(null, null);

  @Test
  void anOrderGoesToTheRailOfItsCountry() {
    PayoutRail elsewhere = TestRails.with(Country.KE, asked -> answer("SOMEBODY"));
    PayoutRail here = TestRails.with(Country.UG, asked -> answer("DUUKA LTD"));

    Route route = routeOf(NAMED, elsewhere, here);

    assertThat(route).isEqualTo(new Route(here, NAMED));
  }

  @Test
  void anOrderWithoutNamesGetsTheRegisteredName() {
    Route route = routeOf(UNNAMED, TestRails.with(Country.UG, asked -> answer("DUUKA LTD")));

    assertThat(route.order().parties()).isEqualTo(UNNAMED.parties().ofMerchant("DUUKA LTD"));
    assertThat(route.order().recipient()).isEqualTo(UNNAMED.recipient());
  }

  @Test
  void aRailWithoutLookupPaysWithoutTheName() {
    PayoutRail mute = TestRails.without(Country.UG);

    assertThat(routeOf(NAMED, mute)).isEqualTo(new Route(mute, NAMED));
    assertThat(routeOf(UNNAMED, mute)).isEqualTo(new Route(mute, UNNAMED));
  }

  @Test
  void aCorridorWithoutARailIsNotAvailable() {
    assertFault(ApiFault.CORRIDOR_NOT_AVAILABLE, NAMED);
    assertFault(ApiFault.CORRIDOR_NOT_AVAILABLE, NAMED, TestRails.without(Country.KE));
  }

  @Test
  void anUnknownAccountIsNotActive() {
    PayoutRail rail = TestRails.with(Country.UG, asked -> answer(null));

    assertFault(ApiFault.ACCOUNT_NOT_ACTIVE, NAMED, rail);
    assertFault(ApiFault.ACCOUNT_NOT_ACTIVE, UNNAMED, rail);
  }

  static Stream<Arguments> lookupsWithoutAnAnswer() {
    Function<Recipient, Uni<Optional<String>>> hangs = asked -> Uni.createFrom().nothing();
    Function<Recipient, Uni<Optional<String>>> fails =
        asked -> Uni.createFrom().failure(new ConnectException("refused"));
    Function<Recipient, Uni<Optional<String>>> throwsAtOnce =
        asked -> {
          throw new IllegalStateException("not ready");
        };
    return Stream.of(
        Arguments.of("hangs", hangs),
        Arguments.of("fails", fails),
        Arguments.of("throws", throwsAtOnce));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lookupsWithoutAnAnswer")
  void aLookupWithoutAnswerIsAnOutage(
      String description, Function<Recipient, Uni<Optional<String>>> lookup) {
    assertFault(ApiFault.SERVICE_UNAVAILABLE, NAMED, TestRails.with(Country.UG, lookup));
  }

  @Test
  void aNonBindingLookupIsNotCalled() {
    PayoutRail rail =
        TestRails.withoutObligation(
            Country.UG,
            asked -> {
              throw new AssertionError("asked");
            });

    assertThat(routeOf(NAMED, rail)).isEqualTo(new Route(rail, NAMED));
    assertThat(routeOf(UNNAMED, rail)).isEqualTo(new Route(rail, UNNAMED));
  }

  @Test
  void aNetworkThatRefusesOurCredentialIsNotAsked() {
    AtomicInteger calls = new AtomicInteger();
    PayoutRail rail = TestRails.with(Country.UG, asked -> counted(calls));
    RailPauses pauses = TestPauses.of(rail.name(), PauseReason.CREDENTIALS);

    assertThatThrownBy(() -> routeOf(NAMED, pauses, rail))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> assertThat(refusal.fault()).isEqualTo(ApiFault.SERVICE_UNAVAILABLE));
    assertThat(calls).hasValue(0);
  }

  /** They wait, and are to be paid once the pause is over. */
  @ParameterizedTest
  @EnumSource(value = PauseReason.class, mode = EnumSource.Mode.EXCLUDE, names = "CREDENTIALS")
  void payoutsAreTakenOnInAnyOtherPause(PauseReason reason) {
    AtomicInteger calls = new AtomicInteger();
    PayoutRail rail = TestRails.with(Country.UG, asked -> counted(calls));

    assertThat(routeOf(NAMED, TestPauses.of(rail.name(), reason), rail))
        .isEqualTo(new Route(rail, NAMED));
    assertThat(calls).hasValue(1);
  }

  @Test
  void payoutsThatDependOnNoLookupAreTakenOnInAPause() {
    PayoutRail rail = TestRails.withoutObligation(Country.UG, asked -> answer("DUUKA LTD"));

    assertThat(routeOf(NAMED, TestPauses.of(rail.name(), PauseReason.CREDENTIALS), rail))
        .isEqualTo(new Route(rail, NAMED));
  }

  private static Uni<Optional<String>> counted(AtomicInteger calls) {
    calls.incrementAndGet();
    return answer("DUUKA LTD");
  }

  private static void assertFault(ApiFault fault, PayoutOrder order, PayoutRail... rails) {
    assertThatThrownBy(() -> routeOf(order, rails))
        .isInstanceOfSatisfying(
            ApiException.class, refusal -> assertThat(refusal.fault()).isEqualTo(fault));
  }

  private static Route routeOf(PayoutOrder order, PayoutRail... rails) {
    return routeOf(order, TestPauses.none(), rails);
  }

  private static Route routeOf(PayoutOrder order, RailPauses pauses, PayoutRail... rails) {
    return Payouts.routeOf(
            order, TestRails.routerOf(rails), TestPauses.lookups(pauses), Duration.ofMillis(200))
        .await()
        .atMost(PATIENCE);
  }

  private static Uni<Optional<String>> answer(String name) {
    return Uni.createFrom().item(Optional.ofNullable(name));
  }

  private static PayoutOrder order(String firstName, String lastName) {
    Till till = new Till(Country.UG, "400001");
    Receiver receiver = new Receiver(firstName, lastName, "supplier");
    return new PayoutOrder(
        new Price(CurrencyUnit.UGX, new Money(CurrencyUnit.UGX, 500), Optional.empty()),
        till,
        Parties.of(null, receiver, till),
        new Terms("any", "other", Optional.empty(), Optional.empty(), Optional.empty()));
  }
}
