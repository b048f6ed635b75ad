package org.mizani.log;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Says once that somebody's background work waits for the database, and once that it goes on,
 * instead of the same warning every second.
 */
public final class OutageNotice {

  private final Logger log;
  private final String who;
  private final AtomicBoolean present = new AtomicBoolean();

  /**
   * @param who does the work, as a sentence begins: {@code The webhook outbox}
   */
  public OutageNotice(Logger log, String who) {
    this.log = log;
    this.who = who;
  }

  /** A statement failed. */
  public void met(Throwable failure) {
    if (present.compareAndSet(false, true)) {
      log.warnf(
          "%s waits for the database (%s); nothing is lost.", who, RedactedFailure.words(failure));
    }
    log.debug("a statement failed", failure);
  }

  /** A statement succeeded. */
  public void over() {
    if (present.compareAndSet(true, false)) {
      log.infof("%s has its database again.", who);
    }
  }
}
