package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.LoggedLines;

class ConnectedRailsTest {

  /** Type that connects rails for the countries they are configured for. */
  private static final RailType TYPE =
      new RailType() {
        @Override
        public String type() {
          return "test";
        }

        @Override
        public ConnectedRail connect(String name, RailSettings.Rail settings) {
          return new ConnectedRail(
              name,
              settings.priority(),
              URI.create("http://localhost"),
              settings.countries().map(served -> TestRails.without(served.iterator().next())),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              List.of(new NoProbe()));
        }
      };

  @Test
  void aFloatThresholdMayComeFromTheEnvironment() {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(RailSettings.class)
            .withSources(
                new EnvConfigSource(
                    Map.of(
                        "PAYMENTS_RAIL_MOMO_TYPE", "test",
                        "PAYMENTS_RAIL_MOMO_FLOAT_BELOW_TZS", "5000.5"),
                    1))
            .build();

    assertThat(config.getConfigMapping(RailSettings.class).rails().get("momo").floatBelow())
        .isEqualTo(Map.of(CurrencyUnit.TZS, new BigDecimal("5000.5")));
  }

  @Test
  void settingsWithoutATypeMakeNoRail() {
    ConnectedRails rails =
        connect(
            Map.of("breaker.window", "20", "simulator.answers-after", "2s", "one.type", "test"));

    assertThat(rails.named("one")).isPresent();
    assertThat(rails.named("breaker")).isEmpty();
    assertThat(rails.named("simulator")).isEmpty();
  }

  @Test
  void theConfiguredRailOfLowestPriorityIsTaken() {
    PayoutRail simulator = TestRails.without(Country.KE);
    ConnectedRails rails =
        connect(
            Map.of(
                "far.type",
                "test",
                "far.countries",
                "KE",
                "near.type",
                "test",
                "near.countries",
                "KE",
                "near.priority",
                "1"));
    PayoutRail near = rails.named("near").flatMap(ConnectedRail::payouts).orElseThrow();

    PayoutRouter router = new PayoutRouter(rails, List.of(simulator));

    assertThat(router.railFor(Country.KE, Channel.MOBILE)).containsSame(near);
  }

  @Test
  void aServiceWithoutRailsSaysSo() {
    PayoutRouter router = new PayoutRouter(connect(Map.of()), List.of());
    try (LoggedLines lines = LoggedLines.listen()) {
      router.warn(new StartupEvent());

      assertThat(lines.text())
          .contains("No connected rail pays, so nobody can be paid: see payments.rail.<name>.type");
    }
  }

  @Test
  void anUnknownTypeIsRefusedWithTheKnownTypes() {
    assertThatThrownBy(() -> connect(Map.of("one.type", "carrier-pigeon")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.rail.one.type=carrier-pigeon is not one of test.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Kenya", "1st", "a", "with_underscore"})
  void aNameUnfitForAUrlIsRefused(String name) {
    assertThatThrownBy(() -> connect(Map.of(name + ".type", "test")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("payments.rail." + name);
  }

  private static ConnectedRails connect(Map<String, String> properties) {
    return new ConnectedRails(RailSettingsOf.all(properties), List.of(TYPE));
  }
}
