package org.mizani.database.replica;

import jakarta.inject.Singleton;

/** Clock of a pod for durations: {@link System#nanoTime}. */
@Singleton
class Stopwatch {

  long nanos() {
    return System.nanoTime();
  }
}
