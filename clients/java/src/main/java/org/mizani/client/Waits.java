package org.mizani.client;

import java.time.Duration;

/** The time that passes; tests have another one. */
interface Waits {

  Waits REAL =
      new Waits() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleep(Duration time) throws InterruptedException {
          Thread.sleep(time.toMillis());
        }
      };

  long nanos();

  void sleep(Duration time) throws InterruptedException;
}
