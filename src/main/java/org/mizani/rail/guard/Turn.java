package org.mizani.rail.guard;

import io.smallrye.mutiny.subscription.UniEmitter;
import org.jboss.logging.Logger;
import org.mizani.log.RedactedFailure;

/**
 * Call that waits for its turn.
 *
 * @param until the time by which it comes, or is missed
 */
record Turn(UniEmitter<? super Boolean> emitter, long until) {

  private static final Logger LOG = Logger.getLogger(Turn.class);

  /** Begins the call. */
  void get() {
    end(true);
  }

  /** Puts the call off. */
  void miss() {
    end(false);
  }

  /**
   * The others that were given a turn at the same time have their places already: an error of one
   * call, such as a stack that overflows, must not leave them waiting there for good.
   */
  private void end(boolean begins) {
    try {
      emitter.complete(begins);
    } catch (Throwable e) {
      LOG.errorf("a call failed as its turn came: %s", RedactedFailure.words(e));
    }
  }
}
