package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.StreamSupport;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Reads balances, within a transaction those that it has made. */
@Singleton
public final class WalletBalances {

  private static final String OF_BUSINESS =
      """
      SELECT purpose, currency, available_minor, holding_minor, pending_minor
      FROM wallet WHERE business_id = $1 ORDER BY purpose DESC, id
      """;

  private final Database database;

  WalletBalances(Database database) {
    this.database = database;
  }

  /** All wallets of a business, payout wallets first, in the order of their making. */
  public Uni<List<WalletBalance>> ofBusiness(long businessId) {
    return database
        .execute(OF_BUSINESS, Tuple.of(businessId))
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false)
                    .map(WalletBalances::balance)
                    .toList());
  }

  /** The wallet of this purpose and currency; fails with 404 {@code wallet not found}. */
  public Uni<WalletBalance> of(long businessId, WalletPurpose purpose, CurrencyUnit currency) {
    return ofBusiness(businessId)
        .map(
            wallets ->
                wallets.stream()
                    .filter(wallet -> wallet.purpose() == purpose)
                    .filter(wallet -> wallet.available().currency() == currency)
                    .findFirst()
                    .orElseThrow(ApiFault.WALLET_NOT_FOUND::asException));
  }

  private static WalletBalance balance(Row row) {
    CurrencyUnit currency = CurrencyUnit.valueOf(row.getString("currency"));
    return new WalletBalance(
        WalletPurpose.find(row.getString("purpose")).orElseThrow(),
        new Money(currency, row.getLong("available_minor")),
        new Money(currency, row.getLong("holding_minor")),
        new Money(currency, row.getLong("pending_minor")));
  }
}
