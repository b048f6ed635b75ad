package org.mizani.rail;

import java.time.Duration;

/**
 * Capabilities of a network, as its connector declares them (ADR 18, 19).
 *
 * @param idempotent whether an instruction that is submitted twice under our reference has its
 *     effect once; only then is one that the network does not have submitted again
 * @param notFoundAfter the time after a submission from which the network's word counts that it
 *     does not have it; until then it may be on its way, or not be visible yet
 * @param submitAgainWithin the time after the creation within which an instruction that the network
 *     does not have is submitted again; operators decide about older ones
 * @param askAfter the time after a submission before which asking is of no use
 * @param amounts that the network moves
 */
public record RailCapabilities(
    boolean idempotent,
    Duration notFoundAfter,
    Duration submitAgainWithin,
    Duration askAfter,
    AmountRule amounts) {

  private static final Duration DAY = Duration.ofDays(1);

  /** Of a network that can be asked at once, and moves any amount. */
  public RailCapabilities(boolean idempotent, Duration notFoundAfter) {
    this(idempotent, notFoundAfter, DAY, Duration.ZERO, AmountRule.ANY);
  }

  /** Whether the network's word counts that it does not have what was submitted so long ago. */
  public boolean isLost(Duration sinceSubmission) {
    return sinceSubmission.compareTo(notFoundAfter) >= 0;
  }

  /**
   * Whether what the network does not have is submitted again.
   *
   * @param age since the creation
   */
  public boolean maySubmitAgain(Duration age, Duration sinceSubmission) {
    return idempotent && isLost(sinceSubmission) && age.compareTo(submitAgainWithin) <= 0;
  }

  /** The time until asking is of use; zero or less if it is. */
  public Duration untilAsking(Duration sinceSubmission) {
    return askAfter.minus(sinceSubmission);
  }
}
