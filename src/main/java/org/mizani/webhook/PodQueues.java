package org.mizani.webhook;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.mizani.webhook.queue.ReceiverQueues;

/** Queues of this pod, with the bounds of its settings. */
@Singleton
final class PodQueues {

  @Produces
  @Singleton
  ReceiverQueues queues(WebhookConfig config) {
    return new ReceiverQueues(config.limits());
  }
}
