package org.mizani.fx;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.paging.Cursor;
import org.mizani.paging.Page;

/** Repository of entered rates: past, in force and to come. */
@Singleton
public final class Rates {

  private static final String ENTER_AT_ONCE =
      """
      INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from)
      VALUES ($1, $2, $3, now())
      """;

  /**
   * Enters a rate. It replaces a rate of the same instant unless that is in force already. The rate
   * to be replaced is read first, because the insert no longer sees it.
   */
  private static final String ENTER =
      """
      WITH previous AS (
        SELECT rate FROM fx_rate
        WHERE from_currency = $1 AND to_currency = $2 AND effective_from = $4
        FOR UPDATE
      )
      INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from)
      SELECT $1, $2, $3, $4 FROM (SELECT count(*) FROM previous) looked
      ON CONFLICT (from_currency, to_currency, effective_from) DO UPDATE
        SET rate = excluded.rate WHERE fx_rate.effective_from > now()
      RETURNING id, from_currency, to_currency, rate, effective_from, created_at,
                (SELECT p.rate FROM previous p) AS previous_rate
      """;

  private static final String BEFORE =
      """
      SELECT rate FROM fx_rate
      WHERE from_currency = $1 AND to_currency = $2 AND effective_from < $3
      ORDER BY effective_from DESC LIMIT 1
      """;

  private static final String LIST =
      """
      SELECT id, from_currency, to_currency, rate, effective_from, created_at
      FROM fx_rate
      WHERE ($1::text IS NULL OR from_currency = $1)
        AND ($2::text IS NULL OR to_currency = $2)
        AND (effective_from, id) < ($3, $4)
      ORDER BY effective_from DESC, id DESC
      LIMIT $5
      """;

  private static final Instant NEWEST = Instant.parse("9999-12-31T23:59:59.999Z");

  private final Database database;
  private final RateBook book;

  Rates(Database database, RateBook book) {
    this.database = database;
    this.book = book;
  }

  /** Enters a rate that is in force from now on. */
  public Uni<Void> enter(CurrencyUnit from, CurrencyUnit to, BigDecimal rate) {
    return database
        .execute(ENTER_AT_ONCE, Tuple.of(from.name(), to.name(), rate))
        .chain(book::refresh);
  }

  /**
   * Enters a rate, or replaces the one of the same instant. Pods read it within seconds; {@link
   * RateBook#refresh} reads it at once.
   *
   * @return empty if a rate of that instant is in force already: it stays
   */
  public Uni<Optional<ExchangeRate.Change>> enter(ExchangeRate rate) {
    return database.find(
        ENTER,
        Tuple.of(
            rate.from().name(),
            rate.to().name(),
            rate.rate(),
            rate.effectiveFrom().atOffset(ZoneOffset.UTC)),
        Rates::change);
  }

  /** The last rate of a pair that came into force before an instant. */
  public Uni<Optional<BigDecimal>> before(CurrencyUnit from, CurrencyUnit to, Instant instant) {
    return database.find(
        BEFORE,
        Tuple.of(from.name(), to.name(), instant.atOffset(ZoneOffset.UTC)),
        row -> unpadded(row.getBigDecimal("rate")));
  }

  /**
   * Lists rates, the latest first.
   *
   * @param from the only source currency wanted, if one is
   * @param to the only target currency wanted, if one is
   * @param behind the position of the last rate shown: its instant and id
   * @param size the number of rates a page has at most
   */
  public Uni<Page<ExchangeRate.Entered>> list(
      Optional<CurrencyUnit> from, Optional<CurrencyUnit> to, Optional<Cursor> behind, int size) {
    return database
        .list(
            LIST,
            Tuple.of(
                from.map(Enum::name).orElse(null),
                to.map(Enum::name).orElse(null),
                behind.map(Cursor::time).orElse(NEWEST).atOffset(ZoneOffset.UTC),
                behind.map(Cursor::id).orElse(Long.MAX_VALUE),
                size + 1),
            Rates::entered)
        .map(found -> Page.of(found, size, Rates::cursor));
  }

  private static Cursor cursor(ExchangeRate.Entered entered) {
    return Cursor.of(entered.rate().effectiveFrom(), entered.id());
  }

  private static ExchangeRate.Change change(Row row) {
    return new ExchangeRate.Change(
        Optional.ofNullable(row.getBigDecimal("previous_rate")).map(Rates::unpadded), entered(row));
  }

  private static ExchangeRate.Entered entered(Row row) {
    return new ExchangeRate.Entered(
        row.getLong("id"),
        new ExchangeRate(
            CurrencyUnit.valueOf(row.getString("from_currency")),
            CurrencyUnit.valueOf(row.getString("to_currency")),
            unpadded(row.getBigDecimal("rate")),
            row.getOffsetDateTime("effective_from").toInstant()),
        row.getOffsetDateTime("created_at").toInstant());
  }

  /** The rate without the zeros that the database pads it with. */
  private static BigDecimal unpadded(BigDecimal rate) {
    BigDecimal stripped = rate.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
