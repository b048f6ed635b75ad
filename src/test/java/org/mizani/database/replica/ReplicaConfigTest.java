package org.mizani.database.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mizani.database.DatabaseConfig;
import org.mizani.support.Defaults;

class ReplicaConfigTest {

  @Test
  void thereIsNoReplicaByDefault() {
    DatabaseConfig.Replica config = Defaults.of(DatabaseConfig.class).replica();

    assertThat(config.url()).isEmpty();
    assertThat(config.maxLag()).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.every()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void theLimitIsMoreThanTheIntervalOfItsMeasurement() {
    DatabaseConfig config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(DatabaseConfig.class)
            .withDefaultValue("payments.database.replica.max-lag", "2s")
            .build()
            .getConfigMapping(DatabaseConfig.class);

    assertThatThrownBy(() -> new Replica(null, null, config, null, null, null, null))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "payments.database.replica.max-lag must be at least 3 times"
                + " payments.database.replica.every.");
  }
}
