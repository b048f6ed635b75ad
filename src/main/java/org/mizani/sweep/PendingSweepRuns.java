package org.mizani.sweep;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.mizani.log.RedactedFailure;

/** Pending sweep runs: logs once a run, instead of at every attempt, why it cannot be done. */
@Singleton
final class PendingSweepRuns {

  private static final Logger LOG = Logger.getLogger(PendingSweepRuns.class);

  private final Map<UUID, Instant> logged = new ConcurrentHashMap<>();

  void log(UUID sweepId, Instant dueAt, Throwable cause) {
    if (!dueAt.equals(logged.put(sweepId, dueAt))) {
      LOG.errorf("sweep %s of %s waits: %s", sweepId, dueAt, RedactedFailure.words(cause));
    }
  }
}
