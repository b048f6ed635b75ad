package org.mizani.sweep;

import java.time.OffsetDateTime;
import java.util.UUID;
import org.mizani.corridor.Recipient;

/**
 * Sweep with a run that is due.
 *
 * @param version of the sweep as it was read
 * @param dueAt when the run was due
 */
record DueSweep(UUID id, int version, OffsetDateTime dueAt, Recipient destination) {

  @Override
  public String toString() {
    return "Sweep[" + id + ", " + dueAt + "]";
  }
}
