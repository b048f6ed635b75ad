package org.mizani.sweep;

import java.time.OffsetDateTime;
import java.util.UUID;
import org.mizani.corridor.Recipient;

/**
 * A sweep with a night that is due.
 *
 * @param dueAt when the night was due
 * @param version of the sweep as it was read
 */
record DueSweep(UUID id, int version, OffsetDateTime dueAt, Recipient destination) {

  @Override
  public String toString() {
    return "Sweep[" + id + ", " + dueAt + "]";
  }
}
