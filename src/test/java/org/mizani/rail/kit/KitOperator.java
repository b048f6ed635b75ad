package org.mizani.rail.kit;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.mizani.support.ServiceClient;

/** Operator that clears each pause of a rail within a second, as if its cause had been removed. */
final class KitOperator implements AutoCloseable {

  private static final long BETWEEN_CHECKS_MILLIS = 500;

  private final KitPods pods;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger cleared = new AtomicInteger();
  private final Set<String> reasons = ConcurrentHashMap.newKeySet();
  private int check;

  private KitOperator(KitPods pods) {
    this.pods = pods;
  }

  /** Starts to check for pauses. */
  static KitOperator of(KitPods pods) {
    KitOperator operator = new KitOperator(pods);
    operator.thread.scheduleWithFixedDelay(
        operator::check, 0, BETWEEN_CHECKS_MILLIS, TimeUnit.MILLISECONDS);
    return operator;
  }

  /** Returns the number of times that a rail was resumed. */
  int cleared() {
    return cleared.get();
  }

  /** Returns the reasons for which rails paused that were resumed. */
  Set<String> reasons() {
    return Set.copyOf(reasons);
  }

  private void check() {
    check++;
    try {
      resumePausedRails(ServiceClient.operator(pods.pod(check)));
    } catch (IOException | AssertionError struckPod) {
      // The next check asks the next pod.
    }
  }

  private void resumePausedRails(ServiceClient client) throws IOException {
    for (JsonNode rail : client.get("/operator/rails").succeeded().get("items")) {
      if (!rail.get("pauses").isEmpty()) {
        client
            .post(
                "/operator/rails/" + rail.get("name").asText() + "/resume",
                Map.of("reason", "the kit has seen to it"))
            .succeeded();
        cleared.incrementAndGet();
        rail.get("pauses").forEach(pause -> reasons.add(pause.get("reason").asText()));
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
