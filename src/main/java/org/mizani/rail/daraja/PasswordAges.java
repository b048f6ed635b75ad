package org.mizani.rail.daraja;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * Ages of the initiators' passwords, of which the settings tell the day. M-PESA lets a password
 * expire after 90 days, and locks the user who tries it on.
 */
@Singleton
final class PasswordAges {

  private final DarajaSettings settings;
  private final InstantSource clock;

  PasswordAges(DarajaSettings settings, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    settings
        .rails()
        .forEach(
            (rail, own) ->
                own.initiatorPasswordChangedOn().ifPresent(day -> register(rail, day, registry)));
  }

  private void register(String rail, LocalDate day, MeterRegistry registry) {
    Gauge.builder("payments.rail.password.age", () -> days(day))
        .description("Time since the password of a rail's initiator was set")
        .baseUnit("days")
        .tag("rail", rail)
        .register(registry);
  }

  private long days(LocalDate since) {
    return ChronoUnit.DAYS.between(since, EatTime.day(clock.instant()));
  }
}
