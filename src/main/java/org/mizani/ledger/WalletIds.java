package org.mizani.ledger;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;

/** Ids of wallets, which never change: the statements of payments lock wallets by their ids. */
@Singleton
public final class WalletIds {

  private record Key(long businessId, WalletPurpose purpose, CurrencyUnit currency) {}

  private final Database database;
  private final Cache<Key, Long> ids;

  WalletIds(Database database, LedgerConfig.Wallets config) {
    this.database = database;
    this.ids = Caffeine.newBuilder().maximumSize(config.cached()).build();
  }

  /** The id of a wallet; empty if it is not open yet. */
  public Uni<Optional<Long>> find(long businessId, WalletPurpose purpose, CurrencyUnit currency) {
    Key key = new Key(businessId, purpose, currency);
    Long known = ids.getIfPresent(key);
    if (known != null) {
      return Uni.createFrom().item(Optional.of(known));
    }
    return database
        .read(() -> Wallet.of(businessId, purpose, currency))
        .map(found -> found.map(Wallet::id))
        .invoke(found -> found.ifPresent(id -> ids.put(key, id)));
  }
}
