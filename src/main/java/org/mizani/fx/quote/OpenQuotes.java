package org.mizani.fx.quote;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.List;
import org.mizani.database.Database;
import org.mizani.fx.FxRate;
import org.mizani.money.CurrencyUnit;

/**
 * Quotes that are neither used nor expired, as a risk of the service: payouts may still be made at
 * their rates. Those within one currency bear none.
 */
@Singleton
public final class OpenQuotes {

  static final String READ =
      """
      SELECT sender_currency, receiver_currency, count(*) AS quotes,
             sum(sender_minor) AS sender_minor, sum(receiver_minor) AS receiver_minor
      FROM fx_quote
      WHERE expires_at > now() AND payout_id IS NULL AND sender_currency <> receiver_currency
      GROUP BY sender_currency, receiver_currency
      ORDER BY sender_currency, receiver_currency
      """;

  private final Database database;

  OpenQuotes(Database database) {
    this.database = database;
  }

  /**
   * Open quotes of a currency pair.
   *
   * @param quotes their number
   * @param senderAmount the sum that wallets would pay, in major units; nobody has it yet, so it
   *     may be beyond every amount of money
   * @param receiverAmount the sum that recipients would get
   */
  public record OfPair(
      CurrencyUnit sender,
      CurrencyUnit receiver,
      long quotes,
      BigDecimal senderAmount,
      BigDecimal receiverAmount) {}

  /** The open quotes of now, of each pair that has any. */
  public Uni<List<OfPair>> read() {
    return database.list(READ, Tuple.tuple(), OpenQuotes::ofPair);
  }

  private static OfPair ofPair(Row row) {
    CurrencyUnit sender = CurrencyUnit.valueOf(row.getString("sender_currency"));
    CurrencyUnit receiver = CurrencyUnit.valueOf(row.getString("receiver_currency"));
    return new OfPair(
        sender,
        receiver,
        row.getLong("quotes"),
        major(sender, row.getBigDecimal("sender_minor")),
        major(receiver, row.getBigDecimal("receiver_minor")));
  }

  private static BigDecimal major(CurrencyUnit currency, BigDecimal minor) {
    return FxRate.unpadded(minor.movePointLeft(currency.minorDigits()));
  }
}
