package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mizani.service.ServiceConfig;

/** Longest time until a pod notices a revocation or suspension, by a deployment's settings. */
class CallerCacheTest {

  private static final Duration LATEST_REVOCATION = Duration.ofSeconds(5);

  @Test
  void keepsCallersForLessThanFiveSeconds() throws IOException {
    ServiceConfig.CallerCache callers =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .addDefaultInterceptors()
            .withProfile("prod")
            .withSources(
                new PropertiesConfigSource(getClass().getResource("/application.properties")))
            .withMapping(ServiceConfig.class)
            .withMappingIgnore("payments.**")
            .build()
            .getConfigMapping(ServiceConfig.class)
            .callers();

    assertThat(callers.refreshEvery()).isEqualTo(Duration.ofSeconds(2));
    assertThat(callers.maxAge()).isPositive().isLessThan(LATEST_REVOCATION);
  }
}
