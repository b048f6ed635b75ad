package org.mizani.rail.guard;

import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.concurrent.TimeUnit;

/** Clock that wakes. */
interface PaceTimer {

  /** That of the system. */
  PaceTimer SYSTEM =
      new PaceTimer() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void after(long nanos, Runnable task) {
          Infrastructure.getDefaultWorkerPool().schedule(task, nanos, TimeUnit.NANOSECONDS);
        }
      };

  /** Time from any moment on. */
  long nanoTime();

  /** Runs the task once, so many nanoseconds later. */
  void after(long nanos, Runnable task);
}
