package org.mizani.ledger;

import java.time.Duration;
import java.util.Map;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.support.Defaults;

/** Locks of wallets in a pod of a test. */
public final class PodWalletLocks {

  private PodWalletLocks() {}

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
