package org.mizani.payout;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import org.mizani.work.BatchSettings;
import org.mizani.work.LeaseSettings;

/** Settings {@code payments.payout.*}. */
@ConfigMapping(prefix = "payments.payout")
public interface PayoutConfig {

  /** How recipients are confirmed before a payout is recorded. */
  Lookup lookup();

  /** Settings {@code payments.payout.lookup.*}. */
  interface Lookup {

    /** How long a rail may take to confirm a recipient. */
    @WithDefault("10s")
    Duration timeout();
  }

  /** How payouts are recorded. */
  BatchSettings creation();

  /** How they are brought to their end. */
  Settlement settlement();

  /** Settings {@code payments.payout.settlement.*}. */
  interface Settlement extends LeaseSettings {

    /** How decisions are applied. */
    BatchSettings apply();

    /** How long a rail may take to answer before its answer is unknown. */
    @WithDefault("10s")
    Duration railTimeout();

    /**
     * The age at which a payout without a definite answer is flagged, for an operator to find out.
     */
    @WithDefault("1h")
    Duration flagAfter();

    /** How often such payouts are looked for. */
    @WithDefault("30s")
    Duration flagEvery();

    /**
     * How long the rail of a payout that failed by hand is asked whether it has paid it after all.
     */
    @WithDefault("24h")
    Duration watchFailedByHandFor();

    /** The waits between looks at a payout whose outcome is unknown; the last one repeats. */
    @WithDefault("2s,5s,10s,30s,1m,5m,15m,1h")
    List<Duration> lookAgainAfter();
  }
}
