package org.mizani.rail.balance;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.mizani.database.NewestRead;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRails;

/** Gauges of the balances with networks, the same on every pod. */
@Singleton
final class FloatGauges {

  private final FloatStore store;
  private final RailFloats floats;
  private final Set<String> rails;
  private final MultiGauge balances;
  private final MultiGauge below;
  private final MultiGauge ages;
  private final NewestRead<Stored> shown = new NewestRead<>((before, now) -> show(now));

  /** Balances, and the seconds since they were read, by rail. */
  private record Stored(List<HeldBalance> held, Map<String, Long> ages) {}

  FloatGauges(FloatStore store, RailFloats floats, ConnectedRails rails, MeterRegistry registry) {
    this.store = store;
    this.floats = floats;
    this.rails =
        rails.all().stream()
            .filter(rail -> rail.balances().isPresent())
            .map(ConnectedRail::name)
            .collect(Collectors.toUnmodifiableSet());
    balances =
        MultiGauge.builder("payments.rail.float")
            .description("Balance held with a network, in major units")
            .register(registry);
    below =
        MultiGauge.builder("payments.rail.float.below")
            .description("1 while a balance is below its threshold, else 0")
            .register(registry);
    ages =
        MultiGauge.builder("payments.rail.float.age")
            .description("Time since the balances of a rail were read")
            .baseUnit("seconds")
            .register(registry);
  }

  /** Reads what is stored now. */
  Uni<Void> refresh() {
    return shown
        .refresh(floats.all().chain(held -> store.ages().map(ages -> new Stored(held, ages))))
        .replaceWithVoid();
  }

  private void show(Stored stored) {
    show(stored.held());
    show(stored.ages());
  }

  private void show(List<HeldBalance> held) {
    balances.register(
        held.stream().map(one -> Row.of(tags(one), one.balance().major())).toList(), true);
    below.register(
        held.stream().map(one -> Row.of(tags(one), one.isBelow() ? 1 : 0)).toList(), true);
  }

  private void show(Map<String, Long> seconds) {
    ages.register(
        seconds.entrySet().stream()
            .filter(age -> rails.contains(age.getKey()))
            .map(age -> Row.of(Tags.of("rail", age.getKey()), age.getValue()))
            .toList(),
        true);
  }

  private static Tags tags(HeldBalance held) {
    return Tags.of(
        "rail", held.rail(),
        "account", held.account(),
        "currency", held.balance().currency().name());
  }
}
