package org.mizani.rail.guard;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRails;

/** Paces of the connected rails. Pods count each other and share a rail's calls per second. */
@Singleton
final class RailPaces {

  private static final Logger LOG = Logger.getLogger(RailPaces.class);

  /** Writes this pod down, forgets those that are long gone, and counts the others. */
  private static final String OTHER_PODS =
      """
      WITH this AS (
        INSERT INTO pacing_pod (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen_at = now()
      ), gone AS (
        DELETE FROM pacing_pod WHERE seen_at < now() - interval '1 day'
      )
      SELECT count(*) FROM pacing_pod
      WHERE id <> $1 AND seen_at > now() - $2 * interval '1 millisecond'
      """;

  private static final BigDecimal SECOND = BigDecimal.valueOf(TimeUnit.SECONDS.toNanos(1));
  private static final BigDecimal FEWEST = new BigDecimal("0.01");
  private static final BigDecimal MOST = new BigDecimal("100000");

  /** Looks without which a pod counts as gone. */
  private static final int LOOKS = 3;

  private final Database database;
  private final Map<String, RailPace> paces;
  private final Map<String, Duration> limits;
  private final Duration goneAfter;
  private final UUID pod = UUID.randomUUID();
  private final JobHealth health = new JobHealth(LOG, "The count of pods");

  /**
   * @throws ConfigurationException for limits that are out of range
   */
  RailPaces(Database database, ConnectedRails connected, PacingConfig config) {
    config.validate();
    this.database = database;
    this.goneAfter = config.lookEvery().multipliedBy(LOOKS);
    this.limits =
        connected.all().stream()
            .collect(toUnmodifiableMap(ConnectedRail::name, rail -> limit(connected, rail)));
    this.paces =
        connected.all().stream()
            .map(rail -> pace(rail, connected, config))
            .collect(toUnmodifiableMap(RailPace::rail, identity()));
  }

  /** From one call of all pods to the next; zero without a limit. */
  private static Duration limit(ConnectedRails connected, ConnectedRail rail) {
    return connected
        .settingsOf(rail)
        .callsPerSecond()
        .map(calls -> between(rail.name(), calls))
        .orElse(Duration.ZERO);
  }

  private static Duration between(String rail, BigDecimal callsPerSecond) {
    if (callsPerSecond.compareTo(FEWEST) < 0 || callsPerSecond.compareTo(MOST) > 0) {
      throw new ConfigurationException(
          "payments.rail.%s.calls-per-second must be from %s to %s.".formatted(rail, FEWEST, MOST));
    }
    return Duration.ofNanos(SECOND.divide(callsPerSecond, RoundingMode.CEILING).longValueExact());
  }

  private RailPace pace(ConnectedRail rail, ConnectedRails connected, PacingConfig config) {
    RailPace pace =
        new RailPace(
            rail.name(), connected.settingsOf(rail).connections(), config, PaceTimer.SYSTEM);
    pace.limit(limits.get(rail.name()));
    return pace;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
    paces.forEach(
        (rail, pace) -> {
          Gauge.builder("payments.rail.window", pace::window)
              .description("Calls under way at once that this pod trusts the network with")
              .tag("rail", rail)
              .register(registry);
          FunctionCounter.builder("payments.rail.partly.away", pace, RailPace::partlyAway)
              .description("Calls refused because an operator or a product of the network is away")
              .tag("rail", rail)
              .register(registry);
        });
  }

  /** The pace of a connected rail. */
  Optional<RailPace> of(String rail) {
    return Optional.ofNullable(paces.get(rail));
  }

  /** Lets one call of each rail in, and then more with each answer. */
  void startSlowly() {
    paces.values().forEach(RailPace::startSlowly);
  }

  @Scheduled(
      every = "${payments.rail.pacing.look-every:2s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> share() {
    return health.watch(
        limits.values().stream().allMatch(Duration::isZero)
            ? Uni.createFrom().voidItem()
            : database
                .one(OTHER_PODS, Tuple.of(pod, goneAfter.toMillis()), row -> row.getLong(0))
                .invoke(others -> share(others + 1)));
  }

  private void share(long pods) {
    limits.forEach((rail, limit) -> paces.get(rail).limit(limit.multipliedBy(pods)));
  }
}
