package org.mizani.sweep;

import java.time.LocalDate;
import java.util.UUID;
import org.mizani.corridor.Recipient;

/**
 * A sweep with a night that is due.
 *
 * @param version of the sweep as it was read
 */
record DueSweep(UUID id, int version, LocalDate night, Recipient destination) {

  @Override
  public String toString() {
    return "Sweep[" + id + ", " + night + "]";
  }
}
