package org.mizani.ledger;

import java.time.Duration;
import java.util.Map;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.support.Defaults;

/** Locks of wallets in a pod of a test. */
public final class PodWalletLocks {

  private PodWalletLocks() {}

  /** Locks of which one statement at a time waits for a row by itself, for as long as it may. */
  public static WalletLocks oneAtATime(Database database) {
    return new WalletLocks(
        database,
        Defaults.with(
            LedgerConfig.Wallets.class,
            Map.of(
                "payments.wallet.locks.max-alone", "1",
                "payments.wallet.locks.max-wait-alone", "1h")),
        Defaults.with(DatabaseConfig.class, Map.of("payments.database.timeout", "1d")));
  }

  /** Locks whose statements wait longer than this. */
  public static WalletLocks longerThan(Duration wait, Database database) {
    String longer = wait.multipliedBy(3).toString();
    return new WalletLocks(
        database,
        Defaults.with(
            LedgerConfig.Wallets.class,
            Map.of(
                "payments.wallet.locks.max-wait", longer,
                "payments.wallet.locks.max-wait-alone", longer)),
        Defaults.with(
            DatabaseConfig.class,
            Map.of("payments.database.timeout", wait.multipliedBy(8).toString())));
  }
}
