package org.mizani.sweep;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.mizani.log.RedactedFailure;

/** Says once a night of each sweep why it cannot be swept, instead of at every look. */
@Singleton
final class PendingSweepRuns {

  private static final Logger LOG = Logger.getLogger(PendingSweepRuns.class);

  private final Map<UUID, Instant> told = new ConcurrentHashMap<>();

  void waits(UUID sweepId, Instant dueAt, Throwable why) {
    if (!dueAt.equals(told.put(sweepId, dueAt))) {
      LOG.errorf("sweep %s of %s waits: %s", sweepId, dueAt, RedactedFailure.words(why));
    }
  }
}
