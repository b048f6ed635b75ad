package org.mizani.webhook;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;

@Singleton
public class WebhookDispatcher {
  public void handOff(Collection<WebhookDelivery> d) {}

  public Duration lease() {
    return Duration.ofSeconds(30);
  }
}
