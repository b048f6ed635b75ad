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

/** Enters rates. */
@Singleton
public final class Rates {

  private static final String ENTER_AT_ONCE =
      """
      INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from)
      VALUES ($1, $2, $3, now())
      """;

  /**
   * Enters a rate, or replaces that of the same instant unless it has been in force already. The
   * insert begins with a look at what it is to replace: after it, there is nothing to see any more.
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
   * Enters a rate; one for the same instant is replaced. Pods read it within seconds, and {@link
   * RateBook#refresh} does at once.
   *
   * @return nothing if a rate of that instant has been in force: it stays
   */
  public Uni<Optional<RateChange>> enter(NewRate rate) {
    return database
        .execute(
            ENTER,
            Tuple.of(
                rate.from().name(),
                rate.to().name(),
                rate.rate(),
                rate.effectiveFrom().atOffset(ZoneOffset.UTC)))
        .map(
            rows ->
                rows.iterator().hasNext()
                    ? Optional.of(change(rows.iterator().next()))
                    : Optional.empty());
  }

  /** The rate that is or was in force until an instant, if there is one. */
  public Uni<Optional<BigDecimal>> before(CurrencyUnit from, CurrencyUnit to, Instant instant) {
    return database
        .execute(BEFORE, Tuple.of(from.name(), to.name(), instant.atOffset(ZoneOffset.UTC)))
        .map(
            rows ->
                rows.iterator().hasNext()
                    ? Optional.of(shown(rows.iterator().next().getBigDecimal("rate")))
                    : Optional.empty());
  }

  private static RateChange change(Row row) {
    return new RateChange(
        Optional.ofNullable(row.getBigDecimal("previous_rate")).map(Rates::shown),
        enteredRate(row));
  }

  static EnteredRate enteredRate(Row row) {
    return new EnteredRate(
        row.getLong("id"),
        CurrencyUnit.valueOf(row.getString("from_currency")),
        CurrencyUnit.valueOf(row.getString("to_currency")),
        shown(row.getBigDecimal("rate")),
        row.getOffsetDateTime("effective_from").toInstant(),
        row.getOffsetDateTime("created_at").toInstant());
  }

  /** Without the zeros that the database pads with. */
  private static BigDecimal shown(BigDecimal rate) {
    BigDecimal stripped = rate.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
