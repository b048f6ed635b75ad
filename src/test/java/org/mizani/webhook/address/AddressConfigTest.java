package org.mizani.webhook.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AddressConfigTest {

  private final AddressConfig config = TestAddresses.config(Map.of());

  @Test
  void boundsTheLookUpOfACallbackUrl() {
    AddressConfig.Registration registration = config.registration();
    assertThat(registration.lookupTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(registration.lookups()).isEqualTo(4);
    assertThat(registration.waiting()).isEqualTo(64);
    assertThat(registration.age()).isEqualTo(Duration.ofSeconds(60));
    assertThat(registration.cached()).isEqualTo(10_000);
  }

  @Test
  void boundsLookUpsOfAttemptsByHttpSettings() {
    AddressConfig changed =
        TestAddresses.config(Map.of("http.lookups", "3", "http.known-names", "7"));

    assertThat(config.attempts().lookups()).isEqualTo(16);
    assertThat(config.attempts().knownNames()).isEqualTo(10_000);
    assertThat(changed.attempts().lookups()).isEqualTo(3);
    assertThat(changed.attempts().knownNames()).isEqualTo(7);
  }
}
