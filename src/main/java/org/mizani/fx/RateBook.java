package org.mizani.fx;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.NewestRead;
import org.mizani.log.JobHealth;
import org.mizani.money.CurrencyUnit;

/**
 * Cache of the rates in force and to come: a quote needs no query. It is read again every few
 * seconds. Because it holds the rates to come, a change at 17:00 UTC is in force on every pod at
 * that instant of the database's clock.
 */
@Singleton
public final class RateBook {

  /** The rate in force of each pair at {@code $1}, and all later ones. Read every second. */
  private static final String IN_FORCE_AND_TO_COME =
      """
      SELECT r.from_currency, r.to_currency, r.rate, r.effective_from
      FROM fx_rate r
      WHERE r.effective_from > $1
         OR r.effective_from = (SELECT max(p.effective_from) FROM fx_rate p
                                WHERE p.from_currency = r.from_currency
                                  AND p.to_currency = r.to_currency
                                  AND p.effective_from <= $1)
      """;

  private static final Logger LOG = Logger.getLogger(RateBook.class);

  private final Database database;
  private final JobHealth health = new JobHealth(LOG, "Reading rates");
  private final InstantSource clock;
  private final long maxAgeNanos;
  private final Duration rateMaxAge;
  private final NewestRead<RateSnapshot> latest = new NewestRead<>();
  private volatile MultiGauge ages;

  RateBook(Database database, InstantSource clock, FxConfig config) {
    this.database = database;
    this.clock = clock;
    this.maxAgeNanos = config.maxAge().toNanos();
    config.validate();
    this.rateMaxAge = config.rateMaxAge();
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
    ages =
        MultiGauge.builder("payments.fx.rate.age")
            .description("Time since the rate in force of a pair came into force")
            .baseUnit("seconds")
            .register(registry);
  }

  /**
   * The rate in force: units of {@code to} for one unit of {@code from}; 1 for the same currency.
   * Inverse pairs are not derived (specification, section 4.3), and a rate that is too old is none
   * ({@link FxConfig#rateMaxAge}).
   */
  public Uni<Optional<BigDecimal>> rate(String from, String to) {
    if (from.equals(to) && CurrencyUnit.find(from).isPresent()) {
      return Uni.createFrom().item(Optional.of(BigDecimal.ONE));
    }
    RateSnapshot.Pair pair = new RateSnapshot.Pair(from, to);
    return current().map(known -> known.inForce(pair, now(known), rateMaxAge));
  }

  /** Reads the rates again at once, after a change on this pod. */
  public Uni<Void> refresh() {
    return read().replaceWithVoid();
  }

  @Scheduled(every = "${payments.fx.refresh-every}", concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> refreshEveryFewSeconds() {
    return health.watch(read().invoke(this::showAges).replaceWithVoid());
  }

  private void showAges(RateSnapshot known) {
    ages.register(
        known.ages(now(known)).entrySet().stream()
            .map(
                age ->
                    MultiGauge.Row.of(
                        Tags.of("from", age.getKey().from(), "to", age.getKey().to()),
                        age.getValue()))
            .toList(),
        true);
  }

  private Instant now(RateSnapshot known) {
    return clock.instant().plus(known.databaseAhead());
  }

  private Uni<RateSnapshot> current() {
    return latest
        .value()
        .filter(known -> System.nanoTime() - known.readAtNanos() < maxAgeNanos)
        .map(known -> Uni.createFrom().item(known))
        .orElseGet(this::read);
  }

  private Uni<RateSnapshot> read() {
    return latest.refresh(
        Uni.createFrom()
            .deferred(
                () -> {
                  long readAt = System.nanoTime();
                  return database.now().chain(now -> read(now, readAt));
                }));
  }

  private Uni<RateSnapshot> read(Instant now, long readAt) {
    Duration ahead = Duration.between(clock.instant(), now);
    return database
        .list(IN_FORCE_AND_TO_COME, Tuple.of(now.atOffset(ZoneOffset.UTC)), RateBook::rate)
        .map(rates -> RateSnapshot.of(rates, ahead, readAt));
  }

  private static ExchangeRate rate(Row row) {
    return new ExchangeRate(
        CurrencyUnit.valueOf(row.getString("from_currency")),
        CurrencyUnit.valueOf(row.getString("to_currency")),
        FxRate.unpadded(row.getBigDecimal("rate")),
        row.getOffsetDateTime("effective_from").toInstant());
  }
}
