package org.mizani.operator.approval;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings {@code payments.approval.*}: limits beyond which an operation waits for another
 * operator. In production a limit that is not set has a default; elsewhere it does not exist.
 */
@ConfigMapping(prefix = "payments.approval")
public interface ApprovalConfig {

  /** Amounts by currency, such as {@code KES:1000000,USD:10000}, or {@code never}. */
  Optional<String> movementAbove();

  /** Amounts of returned payouts likewise. */
  Optional<String> returnAbove();

  /** Amounts of refunds likewise. */
  Optional<String> refundAbove();

  /** Amounts of settlements with rails likewise. */
  Optional<String> railSettlementAbove();

  /** Percentage of the rate in force, such as {@code 10}, or {@code never}. */
  Optional<String> rateChangePercent();

  /** Whether the new destination of a sweep waits: {@code true} or {@code false}. */
  Optional<String> sweeps();

  /** Whether a settlement by hand waits: {@code true} or {@code false}. */
  Optional<String> settlements();

  /** Whether the change of a business's fee waits: {@code true} or {@code false}. */
  Optional<String> fees();

  /**
   * Whether a new API key waits, and a change by which one may pay more: {@code true} or {@code
   * false}.
   */
  Optional<String> apiKeys();

  /**
   * Whether an operator whose secret another one has given replaces it before it takes part in
   * approvals: {@code true} or {@code false}.
   */
  Optional<String> ownSecrets();

  /**
   * Time from which an operator's access was given by others until it takes part in approvals. In
   * production a day, elsewhere none.
   */
  Optional<Duration> newAccessWaits();

  /** Age at which a request expires. */
  @WithDefault("3d")
  Duration expiresAfter();

  /** Time from the approval of a new API key in which its requester draws its secret. */
  @WithDefault("3d")
  Duration drawWithin();

  /** Interval at which requests are looked at whether they have expired. */
  @WithDefault("1m")
  Duration every();
}
