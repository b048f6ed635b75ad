package org.mizani.fx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mizani.support.Defaults;

class FxConfigTest {

  private final FxConfig config = Defaults.of(FxConfig.class);

  @Test
  void ratesInMemoryAreTrustedForAMinute() {
    assertThat(config.refreshEvery()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.maxAge()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void thereIsNoRateSourceByDefault() {
    assertThat(config.refresh().url()).isEmpty();
    assertThat(config.refresh().pairs()).isEmpty();
    assertThat(config.refresh().authorization()).isEmpty();
  }

  @Test
  void aRateSourceHasTimeoutsAndBounds() {
    FxConfig.Refresh refresh = config.refresh();
    assertThat(refresh.connectTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(refresh.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(refresh.responseBytes()).isEqualTo(1024 * 1024);
    assertThat(refresh.maxChangePercent()).isEqualByComparingTo("10");
    assertThat(refresh.tick()).isEqualTo(Duration.ofSeconds(15));
    assertThat(refresh.retryAfter()).isEqualTo(Duration.ofMinutes(5));
    assertThat(refresh.retryFor()).isEqualTo(Duration.ofHours(2));
  }
}
