package org.mizani.database;

import jakarta.inject.Singleton;

/** Clock of a pod for durations: {@link System#nanoTime}. */
@Singleton
class Stopwatch {

  long nanos() {
    return System.nanoTime();
  }
}
