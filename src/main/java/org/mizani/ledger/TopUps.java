package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.fault.OperatorFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Top-ups of a business's wallets, with their reversals. A top-up itself never changes. */
@Singleton
public final class TopUps {

  private static final UUID NEWEST = new UUID(-1, -1);

  private static final String SELECT =
      """
      SELECT m.id, m.reference, m.created_at, t.amount_minor, w.purpose, w.currency,
             r.created_at AS reversed_at, r.reason AS reversal_reason
      FROM ledger_movement m
      JOIN ledger_transfer t ON t.subject_id = m.id AND t.created_at = m.created_at
      JOIN wallet w ON w.id = t.wallet_id
      LEFT JOIN ledger_movement r ON r.kind = 'top_up_reversal' AND r.reference = m.reference
      WHERE m.business_id = $1 AND m.kind = 'top_up'
      """;

  /** Ids are in the order of time. */
  private static final String LIST = SELECT + "AND m.id < $2 ORDER BY m.id DESC LIMIT $3";

  private static final String READ = SELECT + "AND m.id = $2";

  private final Database database;

  TopUps(Database database) {
    this.database = database;
  }

  /** Up to this many top-ups of a business, newest first, from the one after another on. */
  public Uni<List<TopUp>> list(long businessId, Optional<UUID> after, int most) {
    return database.list(LIST, Tuple.of(businessId, after.orElse(NEWEST), most), TopUps::topUp);
  }

  /**
   * The top-up with this id.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code top-up not found} unless
   *     it is one of this business
   */
  public Uni<TopUp> read(long businessId, UUID id) {
    return database
        .list(READ, Tuple.of(businessId, id), TopUps::topUp)
        .map(
            found ->
                found.stream()
                    .findFirst()
                    .orElseThrow(OperatorFault.TOP_UP_NOT_FOUND::asException));
  }

  private static TopUp topUp(Row row) {
    return new TopUp(
        row.getUUID("id"),
        WalletPurpose.parse(row.getString("purpose")),
        new Money(CurrencyUnit.valueOf(row.getString("currency")), row.getLong("amount_minor")),
        row.getString("reference"),
        row.getOffsetDateTime("created_at").toInstant(),
        Optional.ofNullable(row.getOffsetDateTime("reversed_at")).map(OffsetDateTime::toInstant),
        Optional.ofNullable(row.getString("reversal_reason")));
  }
}
