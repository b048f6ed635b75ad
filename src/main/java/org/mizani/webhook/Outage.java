package org.mizani.webhook;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** Tells once that the database cannot be reached, and once that it can again. */
final class Outage {

  private final Logger log;
  private final AtomicBoolean present = new AtomicBoolean();

  Outage(Logger log) {
    this.log = log;
  }

  void met(Throwable failure) {
    if (present.compareAndSet(false, true)) {
      log.warnf(
          "The webhook outbox waits for the database (%s); nothing is lost.",
          failure.getClass().getSimpleName());
    }
    log.debug("The outbox's statement failed", failure);
  }

  void over() {
    if (present.compareAndSet(true, false)) {
      log.info("The webhook outbox has its database again.");
    }
  }
}
