package org.mizani.log;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Log notice of a database outage in background work: one line at its start and one at its end,
 * instead of the same warning every second.
 */
public final class OutageNotice {

  private final Logger log;
  private final String worker;
  private final AtomicBoolean present = new AtomicBoolean();

  /**
   * @param worker the subject of the log lines: {@code The webhook outbox}
   */
  public OutageNotice(Logger log, String worker) {
    this.log = log;
    this.worker = worker;
  }

  /** A statement failed. */
  public void met(Throwable failure) {
    if (present.compareAndSet(false, true)) {
      log.warnf(
          "%s waits for the database (%s); nothing is lost.",
          worker, RedactedFailure.words(failure));
    }
    log.debug("a statement failed", failure);
  }

  /** A statement succeeded. */
  public void over() {
    if (present.compareAndSet(true, false)) {
      log.infof("%s has its database again.", worker);
    }
  }

  /** Work that does not fail: an outage is told at its start and its end, and ends this attempt. */
  public Uni<Void> noting(Uni<?> work) {
    return work.replaceWithVoid()
        .invoke(this::over)
        .onFailure()
        .invoke(this::met)
        .onFailure()
        .recoverWithNull();
  }
}
