package org.mizani.screening;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Places of this pod's calls of the screening service. A payout has one at once or not at all, so
 * that none waits in memory; a business has half of them at most, so that its batch leaves places
 * to others.
 */
final class ScreeningPlaces {

  private final int mostOfOne;
  private final Map<UUID, Integer> taken = new HashMap<>();
  private int free;

  ScreeningPlaces(int count) {
    this.free = count;
    this.mostOfOne = (count + 1) / 2;
  }

  /** Takes a place for a call about a payout of this business; false without one. */
  synchronized boolean take(UUID business) {
    if (free == 0 || taken.getOrDefault(business, 0) == mostOfOne) {
      return false;
    }
    free--;
    taken.merge(business, 1, Integer::sum);
    return true;
  }

  /** Gives a place back. */
  synchronized void giveBack(UUID business) {
    free++;
    taken.computeIfPresent(business, (id, count) -> count == 1 ? null : count - 1);
  }
}
