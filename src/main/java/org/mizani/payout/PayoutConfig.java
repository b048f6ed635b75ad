package org.mizani.payout;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.mizani.work.BatchSettings;
import org.mizani.work.LeaseSettings;

/** Settings {@code payments.payout.*}. */
@ConfigMapping(prefix = "payments.payout")
public interface PayoutConfig {

  /** Confirmation of recipients before a payout is recorded. */
  Lookup lookup();

  /** Settings {@code payments.payout.lookup.*}. */
  interface Lookup {

    /** Time that a rail has to confirm a recipient. */
    @WithDefault("10s")
    Duration timeout();
  }

  /** Batches of the statement that creates payouts. */
  BatchSettings creation();

  /** Settlement of payouts. */
  Settlement settlement();

  /** Payouts whose money comes back after their success. */
  Returns returns();

  /** Settings {@code payments.payout.returns.*}. */
  interface Returns {

    /** Whether the fee of a returned payout goes back to the wallet too. */
    @WithDefault("true")
    boolean refundFee();
  }

  /** Settings {@code payments.payout.settlement.*}. */
  interface Settlement extends LeaseSettings {

    /** Age at which a payout without a definite answer is flagged for operators. */
    @WithDefault("1h")
    Duration flagAfter();

    /** Interval at which such payouts are looked up. */
    @WithDefault("30s")
    Duration flagEvery();

    /**
     * Time for which the rail of a payout that was settled by hand is asked whether it says the
     * contrary.
     */
    @WithDefault("24h")
    Duration watchByHandFor();
  }
}
