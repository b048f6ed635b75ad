package org.mizani.rail.guard;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Task that runs for all who ask for it, one run at a time: who asks while it runs, also from
 * within it, has it run once more afterwards, and does not wait.
 */
final class SerialRun {

  private final Runnable task;

  /** Wishes that no run has followed yet. */
  private final AtomicInteger wishes = new AtomicInteger();

  SerialRun(Runnable task) {
    this.task = task;
  }

  /** Runs the task, or has whoever runs it now run it again. */
  void ask() {
    if (wishes.getAndIncrement() > 0) {
      return;
    }
    int followed = 1;
    try {
      while (followed > 0) {
        task.run();
        followed = wishes.addAndGet(-followed);
      }
    } finally {
      if (followed > 0) {
        // The task has failed: the next wish begins anew.
        wishes.set(0);
      }
    }
  }
}
