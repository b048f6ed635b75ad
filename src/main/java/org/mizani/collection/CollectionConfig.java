package org.mizani.collection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Map;
import org.mizani.corridor.CorridorConfig;
import org.mizani.work.BatchSettings;
import org.mizani.work.LeaseSettings;

/** Settings {@code payments.collection.*}. */
@ConfigMapping(prefix = "payments.collection")
public interface CollectionConfig {

  /** Time that the customer has to approve; the collection is cancelled after it. */
  @WithDefault("5m")
  Duration expiresAfter();

  /** Time for which the rail is asked for a late payment after that. */
  @WithDefault("24h")
  Duration latePaymentsFor();

  /**
   * Least time to approve: with less left, after a delay, the customer is not prompted any more.
   */
  @WithDefault("30s")
  Duration shortestPrompt();

  /** Time that the rail has for its last answer, once the customer's time is over. */
  @WithDefault("5s")
  Duration lastAnswerWithin();

  /** Interval at which flagged collections are counted. */
  @WithDefault("30s")
  Duration countFlaggedEvery();

  /**
   * Smallest and largest amount by the customer's country in lower case: {@code limits.ke.minimum}.
   */
  Map<String, CorridorConfig.Limit> limits();

  /** Batches of the statement that creates collections. */
  BatchSettings creation();

  /** Settlement of collections. */
  LeaseSettings settlement();
}
