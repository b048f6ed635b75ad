package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.support.Defaults;

class CollectionConfigTest {

  private final CollectionConfig config = Defaults.of(CollectionConfig.class);

  @Test
  void customersHaveFiveMinutesAndLatePaymentsADay() {
    assertThat(config.expiresAfter()).isEqualTo(Duration.ofMinutes(5));
    assertThat(config.shortestPrompt()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.lastAnswerWithin()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.latePaymentsFor()).isEqualTo(Duration.ofHours(24));
  }

  @Test
  void railCallsHaveTenSecondsAndLeasesAMinute() {
    assertThat(config.settlement().railTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.settlement().lease()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.settlement().every()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.settlement().pollAfter())
        .startsWith(Duration.ofSeconds(2))
        .endsWith(Duration.ofHours(1))
        .isSorted();
  }

  @Test
  void refusesAPromptThatTakesTheWholeTime() {
    CollectionConfig hasty =
        Defaults.with(CollectionConfig.class, Map.of("payments.collection.expires-after", "30s"));
    CollectionLeases leases = new CollectionLeases(null, null, null, hasty);

    assertThatThrownBy(() -> new CollectionSettler(leases, null, null, null, null, null, hasty))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "payments.collection.shortest-prompt must be shorter than"
                + " payments.collection.expires-after.");
  }
}
