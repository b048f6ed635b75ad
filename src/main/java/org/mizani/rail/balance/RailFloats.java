package org.mizani.rail.balance;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.RailFloat.Balance;
import org.mizani.rail.RailFloat.Told;
import org.mizani.rail.RailSettings;
import org.mizani.rail.balance.FloatStore.Watched;

/** Balances that the service holds with the networks of its rails, and their thresholds. */
@Singleton
public final class RailFloats {

  private static final Logger LOG = Logger.getLogger(RailFloats.class);

  private final FloatStore store;
  private final Map<String, Map<CurrencyUnit, Money>> thresholds = new HashMap<>();

  /**
   * @throws ConfigurationException for a threshold that is not an amount of its currency
   */
  RailFloats(FloatStore store, RailSettings settings, ConnectedRails rails) {
    this.store = store;
    rails
        .all()
        .forEach(
            rail ->
                thresholds.put(
                    rail.name(),
                    thresholds(rail.name(), settings.rails().get(rail.name()).floatBelow())));
  }

  private static Map<CurrencyUnit, Money> thresholds(
      String rail, Map<CurrencyUnit, BigDecimal> settings) {
    Map<CurrencyUnit, Money> thresholds = new HashMap<>();
    settings.forEach(
        (currency, major) -> {
          try {
            thresholds.put(currency, Money.exactly(currency, major));
          } catch (ArithmeticException e) {
            throw new ConfigurationException(
                "payments.rail." + rail + ".float-below." + currency + " is no amount of it.");
          }
        });
    return thresholds;
  }

  /** The balances of all connected rails as they were last read, by rail and account. */
  public Uni<List<HeldBalance>> all() {
    return store
        .all()
        .map(
            found ->
                found.stream()
                    .filter(stored -> thresholds.containsKey(stored.rail()))
                    .map(this::held)
                    .toList());
  }

  private HeldBalance held(RailBalance stored) {
    return new HeldBalance(
        stored.rail(),
        stored.account(),
        stored.balance(),
        threshold(stored.rail(), stored.balance().currency()),
        stored.readAt());
  }

  private Optional<Money> threshold(String rail, CurrencyUnit currency) {
    return Optional.ofNullable(thresholds.get(rail).get(currency));
  }

  /** Keeps the balances that a network told, and logs those that crossed their thresholds. */
  Uni<Void> keep(String rail, Told told) {
    Map<String, Watched> once = new LinkedHashMap<>();
    for (Balance balance : told.balances()) {
      boolean below =
          HeldBalance.isBelow(balance.available(), threshold(rail, balance.available().currency()));
      once.put(
          balance.account() + "/" + balance.available().currency(), new Watched(balance, below));
    }
    return store
        .keep(rail, List.copyOf(once.values()))
        .invoke(crossed -> log(rail, crossed))
        .replaceWithVoid();
  }

  private void log(String rail, Collection<Watched> crossed) {
    for (Watched one : crossed) {
      Money balance = one.balance().available();
      Object threshold = threshold(rail, balance.currency()).map(Money::toString).orElse("none");
      if (one.below()) {
        LOG.warnf(
            "rail %s: the balance of %s is low: %s, threshold %s",
            rail, one.balance().account(), balance, threshold);
      } else {
        LOG.infof(
            "rail %s: the balance of %s is not low any more: %s, threshold %s",
            rail, one.balance().account(), balance, threshold);
      }
    }
  }
}
