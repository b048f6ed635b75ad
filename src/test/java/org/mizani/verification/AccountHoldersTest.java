package org.mizani.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.Till;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.TestRails;
import org.mizani.rail.guard.TestPauses;

class AccountHoldersTest {

  private static final Recipient TILL = new Till(Country.KE, "174379");

  @Test
  void answersTheRailsName() {
    PayoutRail rail =
        TestRails.with(Country.KE, asked -> answer(asked.equals(TILL) ? "DUKA LTD" : null));

    assertThat(nameFor(TILL, rail)).contains("DUKA LTD");
    assertThat(nameFor(new Till(Country.KE, "1"), rail)).isEmpty();
  }

  @Test
  void asksTheRailThatWouldPay() {
    PayoutRail elsewhere = TestRails.with(Country.TZ, asked -> answer("SOMEBODY ELSE"));
    PayoutRail paying = TestRails.with(Country.KE, asked -> answer("DUKA LTD"));
    PayoutRail behind = TestRails.with(Country.KE, asked -> answer(null));

    assertThat(nameFor(TILL, elsewhere, paying, behind)).contains("DUKA LTD");
  }

  @Test
  void usesANonBindingLookup() {
    PayoutRail rail = TestRails.withoutObligation(Country.KE, asked -> answer("DUKA LTD"));

    assertThat(nameFor(TILL, rail)).contains("DUKA LTD");
  }

  static Stream<Arguments> railsThatDoNotPay() {
    return Stream.of(
        Arguments.of("none", new PayoutRail[0]),
        Arguments.of("of another country", rails(TestRails.with(Country.TZ, a -> answer("X")))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("railsThatDoNotPay")
  void refusesACorridorWithoutARail(String description, PayoutRail[] rails) {
    assertFault(ApiFault.CORRIDOR_NOT_AVAILABLE, rails);
  }

  static Stream<Arguments> railsWithoutLookup() {
    return Stream.of(
        Arguments.of("without a lookup", rails(TestRails.without(Country.KE))),
        Arguments.of(
            "without a lookup, before one that does not pay",
            rails(TestRails.without(Country.KE), TestRails.with(Country.KE, a -> answer("X")))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("railsWithoutLookup")
  void refusesACorridorWithoutALookup(String description, PayoutRail[] rails) {
    assertFault(ApiFault.NAMES_NOT_TOLD, rails);
    assertThat(ApiFault.NAMES_NOT_TOLD.message())
        .as("the contract's body")
        .isEqualTo(ApiFault.CORRIDOR_NOT_AVAILABLE.message());
  }

  static Stream<Arguments> lookupsThatFail() {
    Function<Recipient, Uni<Optional<String>>> fails =
        asked -> Uni.createFrom().failure(new ConnectException("refused"));
    Function<Recipient, Uni<Optional<String>>> throwsAtOnce =
        asked -> {
          throw new IllegalStateException("not ready");
        };
    return Stream.of(Arguments.of("fails", fails), Arguments.of("throws", throwsAtOnce));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lookupsThatFail")
  void aFailedLookupIsAnOutage(
      String description, Function<Recipient, Uni<Optional<String>>> lookup) {
    assertFault(ApiFault.SERVICE_UNAVAILABLE, TestRails.with(Country.KE, lookup));
  }

  @Test
  void aSilentLookupIsAnOutage() {
    PayoutRail silent = TestRails.with(Country.KE, asked -> Uni.createFrom().nothing());
    AccountHolders impatient =
        new AccountHolders(
            TestRails.routerOf(silent),
            TestPauses.lookups(TestPauses.none()),
            () -> Duration.ofMillis(50));

    assertThatThrownBy(() -> impatient.nameFor(TILL).await().atMost(PATIENCE))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> assertThat(refusal.fault()).isEqualTo(ApiFault.SERVICE_UNAVAILABLE));
  }

  @Test
  void lookupsTimeOutAfterTenSecondsByDefault() {
    VerificationConfig defaults =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(VerificationConfig.class)
            .build()
            .getConfigMapping(VerificationConfig.class);

    assertThat(defaults.timeout()).isEqualTo(Duration.ofSeconds(10));
  }

  private static void assertFault(ApiFault fault, PayoutRail... rails) {
    assertThatThrownBy(() -> nameFor(TILL, rails))
        .isInstanceOfSatisfying(
            ApiException.class, refusal -> assertThat(refusal.fault()).isEqualTo(fault));
  }

  private static Optional<String> nameFor(Recipient recipient, PayoutRail... rails) {
    AccountHolders holders =
        new AccountHolders(
            TestRails.routerOf(rails), TestPauses.lookups(TestPauses.none()), () -> PATIENCE);
    return holders.nameFor(recipient).await().atMost(PATIENCE);
  }

  private static Uni<Optional<String>> answer(String name) {
    return Uni.createFrom().item(Optional.ofNullable(name));
  }

  private static PayoutRail[] rails(PayoutRail... rails) {
    return rails;
  }
}
