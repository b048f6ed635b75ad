package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.screening.ScreeningState;

/** Payouts as the settler has them, to settle them without a claim. */
@Singleton
class PendingPayouts {

  private static final String FIND =
      """
      SELECT id, wallet_id, rail, sender_currency, sender_minor, receiver_currency, receiver_minor
      FROM payout WHERE id = $1
      """;

  private final Database database;

  PendingPayouts(Database database) {
    this.database = database;
  }

  /** Reads a payout of any status, without its recipient and webhook. */
  Uni<PendingPayout> find(UUID id) {
    return database.one(FIND, Tuple.of(id), PendingPayouts::read);
  }

  /** A payout on this rail, whether or not it is in the database. */
  static PendingPayout of(UUID id, long walletId, String rail, Money sender, Money receiver) {
    return new PendingPayout(
        id,
        walletId,
        sender,
        receiver,
        Optional.empty(),
        rail,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Duration.ZERO,
        Optional.empty(),
        List.of(),
        0,
        1,
        0,
        false,
        new UUID(0, 0),
        ScreeningState.NONE);
  }

  private static PendingPayout read(Row row) {
    return of(
        row.getUUID("id"),
        row.getLong("wallet_id"),
        row.getString("rail"),
        money(row, "sender"),
        money(row, "receiver"));
  }

  private static Money money(Row row, String side) {
    return new Money(
        CurrencyUnit.valueOf(row.getString(side + "_currency")), row.getLong(side + "_minor"));
  }
}
