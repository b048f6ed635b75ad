package org.mizani.webhook.queue;

import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.webhook.limits.*}: bounds of one pod. */
public interface QueueLimits {

  /**
   * Attempts under way, in all, and as many again of those that take {@link #longAfter() long}. A
   * business has a fair share of them, failing receivers at most half of them together.
   */
  @WithDefault("256")
  int inFlight();

  /** Attempts under way, those included that take long. */
  default int mostInFlight() {
    return 2 * inFlight();
  }

  /** Attempts under way to one receiver, until it has answered fast. */
  @WithDefault("4")
  int inFlightPerReceiver();

  /** Attempts under way to one receiver that answers fast. */
  @WithDefault("64")
  int inFlightPerFastReceiver();

  /** The longest time in which an answer is a fast one. */
  @WithDefault("1s")
  Duration fast();

  /** When an attempt takes long: others wait for its place no longer. */
  @WithDefault("500ms")
  Duration longAfter();

  /** Deliveries that wait in memory for their turn; at most half of them were handed off. */
  @WithDefault("4096")
  int waiting();

  /** Deliveries of one receiver that wait for their turn. */
  @WithDefault("256")
  int waitingPerReceiver();

  /** Deliveries that one claim takes, in all. */
  @WithDefault("512")
  int claim();

  /**
   * Deliveries of one receiver, waiting or under way, up to which claims take more; four times as
   * many as it has under way, where that is more.
   */
  @WithDefault("16")
  int claimPerReceiver();

  /** Receivers that one claim reads; each business's next claim goes on behind its last one. */
  @WithDefault("2000")
  int claimReceivers();

  /** Businesses that one claim reads; the next claim goes on behind the last one. */
  @WithDefault("500")
  int claimBusinesses();

  /**
   * After so many failures in a row a receiver is a failing one: it gets one delivery at a time
   * until an attempt succeeds.
   */
  @WithDefault("3")
  int failuresUntilFailing();

  /**
   * After so many failures in a row, at any of its receivers, all receivers of a business are
   * failing ones but those whose last attempt succeeded.
   */
  @WithDefault("16")
  int failuresUntilBusinessFails();

  /**
   * Pending deliveries of one business; beyond, some are given up whose next attempt is not near.
   */
  @WithDefault("1000000")
  long pendingPerBusiness();

  /** Results written in one statement. */
  @WithDefault("256")
  int record();
}
