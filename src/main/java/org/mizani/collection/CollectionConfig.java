package org.mizani.collection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.mizani.corridor.CorridorConfig;
import org.mizani.work.BatchSettings;
import org.mizani.work.LeaseSettings;

/** Settings {@code payments.collection.*}. */
@ConfigMapping(prefix = "payments.collection")
public interface CollectionConfig {

  /** How long the customer has to answer before the collection is cancelled. */
  @WithDefault("5m")
  Duration expiresAfter();

  /** How long after that the rail is still asked, for a customer who has paid all the same. */
  @WithDefault("24h")
  Duration latePaymentsFor();

  /**
   * A customer is not prompted any more with less than this left to approve, where the prompt was
   * held up.
   */
  @WithDefault("30s")
  Duration shortestPrompt();

  /** How long the rail is waited for that is asked once more when the time is over. */
  @WithDefault("5s")
  Duration lastAnswerWithin();

  /**
   * The smallest and largest amount by the customer's country in lower case: {@code
   * limits.ke.minimum}.
   */
  Map<String, CorridorConfig.Limit> limits();

  /** How collections are recorded. */
  BatchSettings creation();

  /** How they are brought to their end. */
  Settlement settlement();

  /** Settings {@code payments.collection.settlement.*}. */
  interface Settlement extends LeaseSettings {

    /** How decisions are applied. */
    BatchSettings apply();

    /** How long a rail may take to answer before its answer is unknown. */
    @WithDefault("10s")
    Duration railTimeout();

    /** The waits between looks at a collection whose outcome is unknown; the last one repeats. */
    @WithDefault("2s,5s,10s,30s,1m,5m,15m,1h")
    List<Duration> lookAgainAfter();
  }
}
