package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;

/** Repository of wallet balances. Within a transaction it reads the changes made there too. */
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

  /** Balance of one wallet. */
  public record Balance(WalletPurpose purpose, Funds funds) {

    public CurrencyUnit currency() {
      return funds.currency();
    }
  }

  /** All wallets of a business, payout wallets first, in the order of creation. */
  public Uni<List<Balance>> ofBusiness(long businessId) {
    return database.list(OF_BUSINESS, Tuple.of(businessId), WalletBalances::balance);
  }

  /**
   * The wallet of this purpose and currency.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code wallet not found}
   */
  public Uni<Balance> of(long businessId, WalletPurpose purpose, CurrencyUnit currency) {
    return ofBusiness(businessId)
        .map(
            wallets ->
                wallets.stream()
                    .filter(wallet -> wallet.purpose() == purpose)
                    .filter(wallet -> wallet.currency() == currency)
                    .findFirst()
                    .orElseThrow(ApiFault.WALLET_NOT_FOUND::asException));
  }

  private static Balance balance(Row row) {
    return new Balance(
        WalletPurpose.parse(row.getString("purpose")),
        new Funds(
            CurrencyUnit.valueOf(row.getString("currency")),
            row.getLong("available_minor"),
            row.getLong("holding_minor"),
            row.getLong("pending_minor")));
  }
}
