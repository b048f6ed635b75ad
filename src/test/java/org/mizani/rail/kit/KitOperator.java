package org.mizani.rail.kit;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.mizani.support.OperatorClient;

/**
 * Operator who clears each pause of a rail within a second, as somebody does who has seen to its
 * reason.
 */
final class KitOperator implements AutoCloseable {

  private static final long BETWEEN_LOOKS_MILLIS = 500;

  private final KitPods pods;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private volatile int cleared;

  private KitOperator(KitPods pods) {
    this.pods = pods;
  }

  /** Begins to look for pauses. */
  static KitOperator of(KitPods pods) {
    KitOperator operator = new KitOperator(pods);
    operator.thread.submit(operator::lookOn);
    return operator;
  }

  /** The number of times that a rail was let go on. */
  int cleared() {
    return cleared;
  }

  private Void lookOn() throws InterruptedException {
    for (int look = 0; true; look++) {
      try {
        resumeThoseThatPause(OperatorClient.of(pods.pod(look)));
      } catch (IOException | AssertionError struckPod) {
        // The next look is at the next pod.
      }
      Thread.sleep(BETWEEN_LOOKS_MILLIS);
    }
  }

  private void resumeThoseThatPause(OperatorClient client) throws IOException {
    for (JsonNode rail : client.get("/operator/rails").get("items")) {
      if (!rail.get("pauses").isEmpty()) {
        client.post(
            "/operator/rails/" + rail.get("name").asText() + "/resume",
            Map.of("reason", "the kit has seen to it"));
        cleared++;
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
