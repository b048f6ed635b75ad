package org.mizani.ledger;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import org.mizani.database.Database;
import org.mizani.fault.OperatorFault;
import org.mizani.money.CurrencyUnit;

/** Repository of wallet balances. Within a transaction it reads the changes made there too. */
@Singleton
public final class WalletBalances {

  private final Database database;

  WalletBalances(Database database) {
    this.database = database;
  }

  /** Balance of one wallet. */
  @RegisterForReflection
  public record Balance(WalletPurpose purpose, Funds funds) {

    Balance(
        WalletPurpose purpose,
        CurrencyUnit currency,
        long availableMinor,
        long holdingMinor,
        long pendingMinor) {
      this(purpose, new Funds(currency, availableMinor, holdingMinor, pendingMinor));
    }

    public CurrencyUnit currency() {
      return funds.currency();
    }
  }

  /** All wallets of a business, payout wallets first, in the order of creation. */
  public Uni<List<Balance>> ofBusiness(long businessId) {
    return database.read(() -> Wallet.ofBusiness(businessId, Balance.class));
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
                    .orElseThrow(OperatorFault.WALLET_NOT_FOUND::asException));
  }
}
