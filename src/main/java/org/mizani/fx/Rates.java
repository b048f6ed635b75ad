package org.mizani.fx;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.paging.Cursor;
import org.mizani.paging.Page;

/** Repository of entered rates: past, in force and to come. */
@Singleton
public final class Rates {

  /** Of two who enter rates, one waits for the other; nothing that reads them waits. */
  private static final String LOCK = "LOCK TABLE fx_rate IN SHARE ROW EXCLUSIVE MODE";

  private static final Instant NEWEST = Instant.parse("9999-12-31T23:59:59.999Z");

  private final Database database;
  private final RateBook book;

  Rates(Database database, RateBook book) {
    this.database = database;
    this.book = book;
  }

  /**
   * Result of entering a rate.
   *
   * @param replaced the previous rate of the same instant, if there was one
   */
  public record Change(Optional<BigDecimal> replaced, FxRate entered) {}

  /** Lets no other rate be entered until the end of the transaction. */
  public Uni<Void> lock() {
    return database.execute(LOCK).replaceWithVoid();
  }

  /** Enters a rate that is in force from now on. */
  public Uni<Void> enter(CurrencyUnit from, CurrencyUnit to, BigDecimal rate) {
    return database
        .inTransaction(
            () ->
                database
                    .now()
                    .map(now -> new FxRate(new ExchangeRate(from, to, rate, now), now))
                    .chain(entered -> entered.persist()))
        .chain(book::refresh);
  }

  /**
   * Enters a rate, or replaces the one of the same instant unless that is in force already. Pods
   * read it within seconds; {@link RateBook#refresh} reads it at once.
   *
   * @return empty if a rate of that instant is in force already: it stays
   */
  public Uni<Optional<Change>> enter(ExchangeRate rate) {
    return database.inTransaction(
        () ->
            database
                .execute(LOCK)
                .chain(() -> FxRate.ofInstant(rate))
                .chain(present -> database.now().chain(now -> enter(rate, present, now))));
  }

  private static Uni<Optional<Change>> enter(
      ExchangeRate rate, Optional<FxRate> present, Instant now) {
    if (present.isEmpty()) {
      return new FxRate(rate, now)
          .<FxRate>persist()
          .map(entered -> Optional.of(new Change(Optional.empty(), entered)));
    }
    FxRate entered = present.get();
    BigDecimal replaced = entered.rate().rate();
    if (!rate.effectiveFrom().isAfter(now)) {
      return Uni.createFrom().item(Optional.empty());
    }
    entered.replaceRate(rate.rate());
    return Uni.createFrom().item(Optional.of(new Change(Optional.of(replaced), entered)));
  }

  /** The last rate of a pair that came into force before an instant. */
  public Uni<Optional<BigDecimal>> before(CurrencyUnit from, CurrencyUnit to, Instant instant) {
    return database
        .read(() -> FxRate.before(from, to, instant))
        .map(found -> found.map(entered -> entered.rate().rate()));
  }

  /** The first rate of a pair, in force or to come. */
  public Uni<Optional<BigDecimal>> first(CurrencyUnit from, CurrencyUnit to) {
    return database
        .read(() -> FxRate.first(from, to))
        .map(found -> found.map(entered -> entered.rate().rate()));
  }

  /**
   * Lists rates, the latest first.
   *
   * @param from the only source currency wanted, if one is
   * @param to the only target currency wanted, if one is
   * @param after the position of the last rate shown: its instant and id
   * @param size the number of rates a page has at most
   */
  public Uni<Page<FxRate>> list(
      Optional<CurrencyUnit> from, Optional<CurrencyUnit> to, Optional<Cursor> after, int size) {
    Instant time = after.map(Cursor::time).orElse(NEWEST);
    long id = after.map(Cursor::id).orElse(Long.MAX_VALUE);
    Uni<List<FxRate>> found = database.read(() -> FxRate.below(time, id, from, to, size + 1));
    return found.map(rates -> Page.of(rates, size, Rates::cursor));
  }

  private static Cursor cursor(FxRate entered) {
    return Cursor.of(entered.rate().effectiveFrom(), entered.id());
  }
}
