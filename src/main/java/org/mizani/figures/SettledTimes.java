package org.mizani.figures;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.database.TimeOrderedId;
import org.mizani.money.CurrencyUnit;

/**
 * Times of payments from their creation to their end, by where they went and how they ended. Those
 * that an operator settles by hand have none: they tell of people, and not of networks.
 */
@Singleton
public final class SettledTimes {

  /** Upper bounds of the buckets: from an answer at once to a network that was away for a day. */
  private static final Duration[] BUCKETS = {
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(15),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5),
    Duration.ofMinutes(30),
    Duration.ofHours(4),
    Duration.ofDays(1)
  };

  private static final Logger LOG = Logger.getLogger(SettledTimes.class);

  private final MeterRegistry registry;
  private final InstantSource clock;
  private final boolean logged;
  private final Map<PayoutEnd, Timer> payouts = new ConcurrentHashMap<>();
  private final Map<CollectionEnd, Timer> collections = new ConcurrentHashMap<>();

  SettledTimes(MeterRegistry registry, InstantSource clock, FiguresConfig config) {
    this.registry = registry;
    this.clock = clock;
    this.logged = config.logEnds();
  }

  /**
   * End of payouts that are counted together.
   *
   * @param outcome {@code success} or {@code failure}
   */
  public record PayoutEnd(Country country, Channel channel, String rail, String outcome) {

    private Tags tags() {
      return Tags.of(
          "country", country.name(), "channel", channel.code(), "rail", rail, "outcome", outcome);
    }
  }

  /**
   * End of collections that are counted together.
   *
   * @param outcome code of the final status
   */
  public record CollectionEnd(CurrencyUnit currency, String rail, String outcome) {

    private Tags tags() {
      return Tags.of("currency", currency.name(), "rail", rail, "outcome", outcome);
    }
  }

  /**
   * Counts a payout that has ended now.
   *
   * @param payout its reference, which has the time of its creation
   * @param business the id on the wire of the business that pays
   */
  public void ended(PayoutEnd end, UUID payout, UUID business) {
    Duration time = since(payout);
    payouts.computeIfAbsent(end, this::timer).record(time);
    if (logged) {
      LOG.infof(
          "payout %s of business %s has ended: %s by %s in %s, %s, after %s",
          payout, business, end.outcome(), end.rail(), end.country(), end.channel().code(), time);
    }
  }

  /**
   * Counts a collection that has ended now.
   *
   * @param collection its id, which has the time of its creation
   * @param business the id on the wire of the business that collects
   */
  public void ended(CollectionEnd end, UUID collection, UUID business) {
    Duration time = since(collection);
    collections.computeIfAbsent(end, this::timer).record(time);
    if (logged) {
      LOG.infof(
          "collection %s of business %s has ended: %s by %s in %s, after %s",
          collection, business, end.outcome(), end.rail(), end.currency(), time);
    }
  }

  /** Not less than no time, by a clock that is behind the other pod's: that is not counted. */
  private Duration since(UUID payment) {
    return Duration.ofMillis(Math.max(0, clock.millis() - TimeOrderedId.epochMillis(payment)));
  }

  private Timer timer(PayoutEnd end) {
    return Timer.builder("payments.payout.settled")
        .description("Payouts that networks have ended, from their creation")
        .tags(end.tags())
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  private Timer timer(CollectionEnd end) {
    return Timer.builder("payments.collection.settled")
        .description("Collections that have ended, from their creation")
        .tags(end.tags())
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
