package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.mizani.database.Database;
import org.mizani.ledger.LedgerAccount.Kind;
import org.mizani.money.CurrencyUnit;

/**
 * Ids of the service's own accounts, which never change: fees, positions in foreign exchange, and
 * the clearing with each rail. They are read once, so that the statements of payments need not look
 * them up.
 */
@Singleton
public final class ServiceAccounts {

  private record Key(Kind kind, CurrencyUnit currency, String rail) {}

  private final Database database;
  private final Map<Key, Long> ids = new ConcurrentHashMap<>();

  ServiceAccounts(Database database) {
    this.database = database;
  }

  /**
   * Accounts that a paid payout credits. Without an exchange the rail's clearing account is
   * credited by the wallet; with one, by the position in the receiver's currency, after the wallet
   * has credited the position in its own.
   *
   * @param captured credited with the sender's amount
   * @param fees credited with the fee
   * @param exchanged debited with the receiver's amount; null without an exchange
   * @param clearing credited with the receiver's amount; null without an exchange
   */
  public record OfPayout(long captured, long fees, Long exchanged, Long clearing) {}

  /**
   * The accounts of a payout.
   *
   * @param sender the wallet's currency
   * @param receiver the currency in which the rail pays
   * @throws IllegalStateException (as failure) if the rail has no clearing account
   */
  public Uni<OfPayout> ofPayout(String rail, CurrencyUnit sender, CurrencyUnit receiver) {
    return clearing(rail, receiver)
        .map(
            clearing ->
                sender == receiver
                    ? new OfPayout(clearing, own(Kind.FEES, sender), null, null)
                    : new OfPayout(
                        own(Kind.FX_POSITION, sender),
                        own(Kind.FEES, sender),
                        own(Kind.FX_POSITION, receiver),
                        clearing));
  }

  /**
   * The clearing account with this rail.
   *
   * @throws IllegalStateException (as failure) if there is none
   */
  public Uni<Long> clearing(String rail, CurrencyUnit currency) {
    Key key = new Key(Kind.CLEARING, currency, rail);
    return ids.containsKey(key)
        ? Uni.createFrom().item(ids.get(key))
        : read().map(done -> id(key)); // another pod may have opened it
  }

  private long own(Kind kind, CurrencyUnit currency) {
    return id(new Key(kind, currency, ""));
  }

  private long id(Key key) {
    Long id = ids.get(key);
    if (id == null) {
      throw new IllegalStateException("the ledger has no account " + key);
    }
    return id;
  }

  private Uni<Void> read() {
    return database
        .read(LedgerAccount::ofService)
        .invoke(accounts -> accounts.forEach(this::remember))
        .replaceWithVoid();
  }

  private void remember(LedgerAccount account) {
    ids.put(new Key(account.kind(), account.currency(), account.rail().orElse("")), account.id());
  }
}
