package org.mizani.payout;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import org.mizani.batch.Batcher;

/** Settings {@code payments.payout.*}. */
@ConfigMapping(prefix = "payments.payout")
public interface PayoutConfig {

  /** How payouts are recorded. */
  Batching creation();

  /** How they are brought to their end. */
  Settlement settlement();

  /** The sizes of a batch. */
  interface Batching {

    /** Payouts in one statement. */
    @WithDefault("128")
    int maxBatch();

    /** Statements at once. */
    @WithDefault("2")
    int maxRunning();

    /** Payouts that wait for a statement; beyond it a request is answered 503 at once. */
    @WithDefault("10000")
    int maxQueued();

    /** How long one waits for a statement; beyond it a request is answered 503. */
    @WithDefault("5s")
    Duration maxWait();

    /** These as the batcher's. */
    default Batcher.Limits limits() {
      return new Batcher.Limits(maxBatch(), maxRunning(), maxQueued(), maxWait());
    }
  }

  /** Settings {@code payments.payout.settlement.*}. */
  interface Settlement {

    /** How decisions are applied. */
    Batching apply();

    /** How often due payouts are looked for; new ones are taken on at once. */
    @WithDefault("1s")
    Duration every();

    /** How long a pod may work on a payout before another takes it over. */
    @WithDefault("60s")
    Duration lease();

    /** How long a rail may take to answer before its answer is unknown. */
    @WithDefault("10s")
    Duration railTimeout();

    /** Payouts that a pod works on at once. */
    @WithDefault("20000")
    int maxInFlight();

    /** Payouts claimed by one statement. */
    @WithDefault("500")
    int maxClaim();

    /** How long a stopping pod tries to give its leases back. */
    @WithDefault("5s")
    Duration shutdownTimeout();

    /** The waits between looks at a payout whose outcome is unknown; the last one repeats. */
    @WithDefault("2s,5s,10s,30s,1m,5m,15m,1h")
    List<Duration> lookAgainAfter();
  }
}
