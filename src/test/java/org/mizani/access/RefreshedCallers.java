package org.mizani.access;

import static org.mizani.support.Eventually.PATIENCE;

import jakarta.inject.Singleton;

/**
 * Refresh of the callers that this pod keeps in memory, for tests that do not wait for its tick.
 */
@Singleton
public class RefreshedCallers {

  private final Callers callers;

  RefreshedCallers(Callers callers) {
    this.callers = callers;
  }

  /** Reads all callers again and waits until they are read. */
  public void now() {
    callers.refresh().await().atMost(PATIENCE);
  }
}
