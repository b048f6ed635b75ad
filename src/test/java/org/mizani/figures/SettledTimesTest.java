package org.mizani.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.database.TimeOrderedId;
import org.mizani.figures.SettledTimes.CollectionEnd;
import org.mizani.figures.SettledTimes.PayoutEnd;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Defaults;

class SettledTimesTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  private static final UUID BUSINESS = UUID.randomUUID();

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final SettledTimes times =
      new SettledTimes(
          registry, Clock.fixed(NOW, ZoneOffset.UTC), Defaults.of(FiguresConfig.class));

  @Test
  void aPayoutTookTheTimeSinceItsCreation() {
    PayoutEnd end = new PayoutEnd(Country.TZ, Channel.PAYBILL, "coast", "failure");

    times.ended(end, createdBefore(Duration.ofSeconds(90)), BUSINESS);
    times.ended(end, createdBefore(Duration.ofMillis(10)), BUSINESS);

    Timer timer = registry.get("payments.payout.settled").tags("country", "TZ").timer();
    assertThat(timer.count()).isEqualTo(2);
    assertThat(timer.max(TimeUnit.MILLISECONDS)).isEqualTo(90_000);
    assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(90_010);
  }

  @Test
  void aCollectionTookTheTimeSinceItsCreation() {
    times.ended(
        new CollectionEnd(CurrencyUnit.KES, "kenya", "cancelled"),
        createdBefore(Duration.ofMinutes(5)),
        BUSINESS);

    Timer timer = registry.get("payments.collection.settled").tags("outcome", "cancelled").timer();
    assertThat(timer.totalTime(TimeUnit.SECONDS)).isEqualTo(300);
  }

  /** Created by a pod with another clock. */
  @Test
  void aPaymentFromTheFutureTookNoTime() {
    times.ended(
        new CollectionEnd(CurrencyUnit.KES, "kenya", "success"),
        createdBefore(Duration.ofSeconds(-2)),
        BUSINESS);

    assertThat(registry.get("payments.collection.settled").timer().count()).isOne();
  }

  private static UUID createdBefore(Duration ago) {
    return TimeOrderedId.at(NOW.minus(ago).toEpochMilli());
  }
}
