package org.mizani.work;

import static java.util.function.Predicate.isEqual;
import static org.mizani.support.Eventually.eventually;

import java.util.function.Supplier;

/** Places of this pod for the rows of one work. */
public final class PodPlaces {

  private PodPlaces() {}

  /**
   * Acts while all places are taken by nobody else: the pod takes on no row meanwhile, and no row
   * whose work ends leaves a place.
   */
  public static <T> T whileTaken(LeasedWork<?> work, Supplier<T> action) {
    eventually(() -> takeAllOrNone(work), isEqual(true));
    try {
      return action.get();
    } finally {
      giveBack(work, work.settings.places());
    }
  }

  /** Whether the pod works on no row. */
  public static boolean areFree(LeasedWork<?> work) {
    boolean free = takeAllOrNone(work);
    giveBack(work, free ? work.settings.places() : 0);
    return free;
  }

  private static boolean takeAllOrNone(LeasedWork<?> work) {
    int taken = 0;
    while (work.reserve().isPresent()) {
      taken++;
    }
    boolean all = taken == work.settings.places();
    giveBack(work, all ? 0 : taken);
    return all;
  }

  private static void giveBack(LeasedWork<?> work, int taken) {
    for (int place = 0; place < taken; place++) {
      work.giveBackReservation();
    }
  }
}
