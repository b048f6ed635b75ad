package org.mizani.http;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/** The clock that everything injects, so that a test can bring its own. */
@Singleton
final class ClockProducer {

  @Produces
  @Singleton
  InstantSource clock() {
    return InstantSource.system();
  }
}
