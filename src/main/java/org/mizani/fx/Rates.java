package org.mizani.fx;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import org.mizani.money.CurrencyUnit;

/** Enters rates. */
@Singleton
public final class Rates {

  private static final String ENTER =
      """
      INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from)
      VALUES ($1, $2, $3, now())
      """;

  private final Pool pool;
  private final RateBook book;

  Rates(Pool pool, RateBook book) {
    this.pool = pool;
    this.book = book;
  }

  /** Enters a rate that is in force from now on. */
  public Uni<Void> enter(CurrencyUnit from, CurrencyUnit to, BigDecimal rate) {
    return pool.preparedQuery(ENTER)
        .execute(Tuple.of(from.name(), to.name(), rate))
        .chain(book::refresh);
  }
}
