package org.mizani.work;

import java.util.function.Supplier;

/** Places of this pod for the rows of one work. */
public final class PodPlaces {

  private PodPlaces() {}

  /** Acts while all places are taken: the pod takes on no row meanwhile. */
  public static <T> T whileTaken(LeasedWork<?> work, Supplier<T> action) {
    int taken = takeAll(work);
    try {
      return action.get();
    } finally {
      giveBack(work, taken);
    }
  }

  /** Whether the pod works on no row. */
  public static boolean areFree(LeasedWork<?> work) {
    int taken = takeAll(work);
    giveBack(work, taken);
    return taken == work.settings.maxInFlight();
  }

  private static int takeAll(LeasedWork<?> work) {
    int taken = 0;
    while (work.reserve().isPresent()) {
      taken++;
    }
    return taken;
  }

  private static void giveBack(LeasedWork<?> work, int taken) {
    for (int place = 0; place < taken; place++) {
      work.giveBackReservation();
    }
  }
}
