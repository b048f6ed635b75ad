package org.mizani.sweep;

import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.mizani.database.Told;

/** Says once a night of each sweep why it cannot be swept, instead of at every look. */
@Singleton
final class WaitingNights {

  private static final Logger LOG = Logger.getLogger(WaitingNights.class);

  private final Map<UUID, LocalDate> told = new ConcurrentHashMap<>();

  void waits(UUID sweepId, LocalDate night, Throwable why) {
    if (!night.equals(told.put(sweepId, night))) {
      LOG.errorf("sweep %s of %s waits: %s", sweepId, night, Told.words(why));
    }
  }
}
