package org.mizani.rail.kit;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.mizani.support.ServiceClient;

/**
 * Operator who clears each pause of a rail within a second, as somebody does who has seen to its
 * reason.
 */
final class KitOperator implements AutoCloseable {

  private static final long BETWEEN_LOOKS_MILLIS = 500;

  private final KitPods pods;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger cleared = new AtomicInteger();
  private int look;

  private KitOperator(KitPods pods) {
    this.pods = pods;
  }

  /** Begins to look for pauses. */
  static KitOperator of(KitPods pods) {
    KitOperator operator = new KitOperator(pods);
    operator.thread.scheduleWithFixedDelay(
        operator::look, 0, BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
    return operator;
  }

  /** The number of times that a rail was let go on. */
  int cleared() {
    return cleared.get();
  }

  private void look() {
    look++;
    try {
      resumeThoseThatPause(ServiceClient.operator(pods.pod(look)));
    } catch (IOException | AssertionError struckPod) {
      // The next look is at the next pod.
    }
  }

  private void resumeThoseThatPause(ServiceClient client) throws IOException {
    for (JsonNode rail : client.get("/operator/rails").succeeded().get("items")) {
      if (!rail.get("pauses").isEmpty()) {
        client
            .post(
                "/operator/rails/" + rail.get("name").asText() + "/resume",
                Map.of("reason", "the kit has seen to it"))
            .succeeded();
        cleared.incrementAndGet();
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
