package org.mizani.fx;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.OutageNotice;
import org.mizani.money.CurrencyUnit;

/**
 * The rates in force, in memory: a payout's quote costs no query. The table is read again every few
 * seconds, and holds rates to come, so that a change at 17:00 UTC is in force on every pod at that
 * instant of the database's clock.
 */
@Singleton
public final class RateBook {

  /** The rate in force of every pair, and all that come later. */
  private static final String READ =
      """
      SELECT from_currency, to_currency, rate, effective_from, now() AS read_at
      FROM fx_rate r
      WHERE effective_from > now()
         OR effective_from = (SELECT max(effective_from) FROM fx_rate p
                              WHERE p.from_currency = r.from_currency
                                AND p.to_currency = r.to_currency
                                AND p.effective_from <= now())
      """;

  private static final Logger LOG = Logger.getLogger(RateBook.class);

  private record Page(RateTable table, Duration databaseAhead, long readAtNanos) {}

  private final Database database;
  private final OutageNotice outage = new OutageNotice(LOG, "The refresh of rates");
  private final InstantSource clock;
  private final long maxAgeNanos;
  private volatile Page page;

  RateBook(Database database, InstantSource clock, FxConfig config) {
    this.database = database;
    this.clock = clock;
    this.maxAgeNanos = config.maxAge().toNanos();
  }

  /**
   * One unit of {@code from} in units of {@code to}, now; 1 for the same currency. Inverse pairs
   * are not derived (decisions, "Balances, rates").
   */
  public Uni<Optional<BigDecimal>> rate(String from, String to) {
    if (from.equals(to) && CurrencyUnit.find(from).isPresent()) {
      return Uni.createFrom().item(Optional.of(BigDecimal.ONE));
    }
    CurrencyPair pair = new CurrencyPair(from, to);
    return current().map(known -> known.table().inForce(pair, now(known)));
  }

  /** Reads the table again, at once: what a change of rates on this pod calls. */
  public Uni<Void> refresh() {
    return read().replaceWithVoid();
  }

  @Scheduled(every = "${payments.fx.refresh-every}", concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> refreshEveryFewSeconds() {
    return refresh()
        .invoke(outage::over)
        .onFailure()
        .invoke(outage::met)
        .onFailure()
        .recoverWithNull();
  }

  private Instant now(Page known) {
    return clock.instant().plus(known.databaseAhead());
  }

  private Uni<Page> current() {
    Page known = page;
    boolean fresh = known != null && System.nanoTime() - known.readAtNanos() < maxAgeNanos;
    return fresh ? Uni.createFrom().item(known) : read();
  }

  private Uni<Page> read() {
    long readAt = System.nanoTime();
    return database.execute(READ).map(rows -> pageOf(rows, readAt)).invoke(read -> page = read);
  }

  private Page pageOf(RowSet<Row> rows, long readAt) {
    Map<CurrencyPair, NavigableMap<Instant, BigDecimal>> rates = new HashMap<>();
    Duration ahead = Duration.ZERO;
    for (Row row : rows) {
      CurrencyPair pair =
          new CurrencyPair(row.getString("from_currency"), row.getString("to_currency"));
      rates
          .computeIfAbsent(pair, ignored -> new TreeMap<>())
          .put(instant(row, "effective_from"), row.getBigDecimal("rate").stripTrailingZeros());
      ahead = Duration.between(clock.instant(), instant(row, "read_at"));
    }
    return new Page(new RateTable(rates), ahead, readAt);
  }

  private static Instant instant(Row row, String column) {
    OffsetDateTime time = row.getOffsetDateTime(column);
    return time.toInstant();
  }
}
