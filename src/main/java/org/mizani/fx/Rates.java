package org.mizani.fx;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;

/** Enters rates. */
@Singleton
public final class Rates {

  private static final String ENTER =
      """
      INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from)
      VALUES ($1, $2, $3, now())
      """;

  private final Database database;
  private final RateBook book;

  Rates(Database database, RateBook book) {
    this.database = database;
    this.book = book;
  }

  /** Enters a rate that is in force from now on. */
  public Uni<Void> enter(CurrencyUnit from, CurrencyUnit to, BigDecimal rate) {
    return database.execute(ENTER, Tuple.of(from.name(), to.name(), rate)).chain(book::refresh);
  }
}
