package org.mizani.fx;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;

/** Reads what rates were, are and will be, the latest first. */
@Singleton
public final class RateHistory {

  private static final String READ =
      """
      SELECT id, from_currency, to_currency, rate, effective_from, created_at
      FROM fx_rate
      WHERE ($1::text IS NULL OR from_currency = $1)
        AND ($2::text IS NULL OR to_currency = $2)
        AND (effective_from, id) < ($3, $4)
      ORDER BY effective_from DESC, id DESC
      LIMIT $5
      """;

  private final Database database;

  RateHistory(Database database) {
    this.database = database;
  }

  /** A place in the list: behind the rate of this id, which is effective from this instant on. */
  public record Place(Instant effectiveFrom, long id) {

    /** Ahead of every rate. */
    public static final Place START =
        new Place(Instant.parse("9999-12-31T23:59:59.999Z"), Long.MAX_VALUE);

    /** Behind this rate. */
    public static Place behind(EnteredRate rate) {
      return new Place(rate.effectiveFrom(), rate.id());
    }
  }

  /** Up to so many rates behind a place, of one source or target currency or of all. */
  public Uni<List<EnteredRate>> read(
      Optional<CurrencyUnit> from, Optional<CurrencyUnit> to, Place behind, int limit) {
    return database
        .execute(
            READ,
            Tuple.of(
                from.map(Enum::name).orElse(null),
                to.map(Enum::name).orElse(null),
                behind.effectiveFrom().atOffset(ZoneOffset.UTC),
                behind.id(),
                limit))
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false).map(Rates::enteredRate).toList());
  }
}
