package org.mizani.access;

import static org.mizani.support.Eventually.PATIENCE;

import jakarta.inject.Singleton;

/** The refresh of the callers that this pod remembers, for tests that do not wait for its tick. */
@Singleton
public class RefreshedCallers {

  private final Callers callers;

  RefreshedCallers(Callers callers) {
    this.callers = callers;
  }

  /** Reads all of them again. */
  public void now() {
    callers.refresh().await().atMost(PATIENCE);
  }
}
