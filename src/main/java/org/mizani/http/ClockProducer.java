package org.mizani.http;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/** Producer of the service's clock, which a test may replace by its own. */
@Singleton
final class ClockProducer {

  @Produces
  @Singleton
  InstantSource clock() {
    return InstantSource.system();
  }
}
