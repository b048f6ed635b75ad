package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.support.Defaults;

/** Ages of initiators' passwords, of which the settings tell the day. */
class PasswordAgesTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private Instant now;

  @Test
  void aPasswordAgesByTheDaysOfTheNetwork() {
    now = Instant.parse("2026-11-28T20:59:59Z");
    register(Map.of("payments.rail.kenya.initiator-password-changed-on", "2026-09-09"));
    Gauge age = registry.get("payments.rail.password.age").tag("rail", "kenya").gauge();

    assertThat(age.value()).isEqualTo(80);
    assertThat(age.getId().getBaseUnit()).isEqualTo("days");

    now = Instant.parse("2026-11-28T21:00:00Z");
    assertThat(age.value()).isEqualTo(81);
  }

  @Test
  void withoutTheDayThereIsNoAge() {
    now = Instant.parse("2026-11-28T12:00:00Z");
    register(Map.of("payments.rail.kenya.initiator", "api-user"));

    assertThat(registry.getMeters()).isEmpty();
  }

  private void register(Map<String, String> settings) {
    new PasswordAges(Defaults.with(DarajaSettings.class, settings), () -> now)
        .register(null, registry);
  }
}
