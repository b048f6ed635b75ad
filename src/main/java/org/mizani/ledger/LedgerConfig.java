package org.mizani.ledger;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.mizani.money.CurrencyUnit;
import org.mizani.work.RowLocks;

/** Settings of the ledger and of its long reads. */
final class LedgerConfig {

  private LedgerConfig() {}

  /** Settings {@code payments.wallet.*}. */
  @ConfigMapping(prefix = "payments.wallet")
  interface Wallets {

    /** Wallets whose ids a pod remembers, some 100 bytes each. */
    @WithDefault("100000")
    int cached();

    /** Waits for a wallet that another session has locked. */
    RowLocks.Limits locks();
  }

  /** Settings {@code payments.ledger.*}. */
  @ConfigMapping(prefix = "payments.ledger")
  interface Books {

    /** Currency in which the profit of the positions in foreign exchange is told. */
    @WithDefault("USD")
    CurrencyUnit reportingCurrency();

    Closing closing();

    /** The daily closing. */
    interface Closing {

      /**
       * How often a pod checks whether a day is to be closed, and reads the differences that all
       * pods have found.
       */
      @WithDefault("1m")
      Duration every();

      /**
       * How long after its end, midnight UTC, a day is closed; at least four times the time-out of
       * a statement, so that no payment of the day is refused.
       */
      @WithDefault("5m")
      Duration after();

      /**
       * How often a pod sums up closed days again: the last, an older one, and one that differed.
       */
      @WithDefault("6h")
      Duration checkEvery();

      /** Time limit for the sums of a day. */
      @WithDefault("4m")
      Duration timeout();
    }
  }

  /** Settings {@code payments.statement.*}. */
  @ConfigMapping(prefix = "payments.statement")
  interface Statement {

    /** How many transfers of a statement are in memory at a time. */
    @WithDefault("1000")
    int page();

    /** Time limit for the sums of a statement, which are read before its first line. */
    @WithDefault("60s")
    Duration timeout();
  }

  /** Settings {@code payments.trial-balance.*}. */
  @ConfigMapping(prefix = "payments.trial-balance")
  interface TrialBalance {

    /** Time limit for the sums of all transfers. */
    @WithDefault("60s")
    Duration timeout();
  }
}
