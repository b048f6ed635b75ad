package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/** One key's limit over three processes that share only their database. */
@Tag("exhaustive")
class RateLimitPodsIT {

  private static final int PODS = 3;
  private static final int LIMIT = 100;

  /** Concurrent requests over all pods: more than the limit of a window. */
  private static final int BURST = 150;

  /** The first burst uses up the window's limit; the later ones are refused. */
  private static final int BURSTS_A_WINDOW = 3;

  private static final Duration BETWEEN_BURSTS = Duration.ofMillis(500);

  @TempDir Path directory;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<Long, Integer> admitted = new TreeMap<>();
  private final Map<Long, Integer> bursts = new TreeMap<>();

  @Test
  void threePodsTogetherAdmitExactlyTheLimitInAWindow() throws Exception {
    List<ServiceProcess> pods = new ArrayList<>();
    Map<String, String> secrets = TestSecrets.write(directory);
    try (GivenDatabase database = GivenDatabase.create()) {
      try {
        for (int i = 0; i < PODS; i++) {
          pods.add(start(database, secrets));
        }
        pods.forEach(ServiceProcess::awaitReady);
        String token = token(pods.get(0));

        // When: bursts go on into a minute that gets more requests than its limit
        Optional<Long> full =
            Eventually.eventually(
                () -> {
                  burst(pods, token);
                  LockSupport.parkNanos(BETWEEN_BURSTS.toNanos());
                  return laterWindowWithAllBursts();
                },
                Optional::isPresent);

        // Then
        assertThat(admitted.values()).allMatch(count -> count <= LIMIT);
        assertThat(admitted).containsEntry(full.orElseThrow(), LIMIT);
      } finally {
        pods.forEach(ServiceProcess::close);
      }
    }
  }

  private Optional<Long> laterWindowWithAllBursts() {
    return bursts.entrySet().stream()
        .skip(1)
        .filter(window -> window.getValue() >= BURSTS_A_WINDOW)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private void burst(List<ServiceProcess> pods, String token) {
    List<CompletableFuture<HttpResponse<String>>> answers =
        IntStream.range(0, BURST).mapToObj(i -> balance(pods.get(i % PODS), token)).toList();
    long latest = 0;
    for (CompletableFuture<HttpResponse<String>> future : answers) {
      HttpResponse<String> answer = future.join();
      long window = answer.headers().firstValueAsLong("X-RateLimit-Reset").orElseThrow();
      assertThat(answer.statusCode()).as(answer.body()).isIn(200, 429);
      admitted.merge(window, answer.statusCode() == 200 ? 1 : 0, Integer::sum);
      latest = Math.max(latest, window);
    }
    bursts.merge(latest, 1, Integer::sum);
  }

  private CompletableFuture<HttpResponse<String>> balance(ServiceProcess pod, String token) {
    HttpRequest request =
        HttpRequest.newBuilder(pod.uri("/business/balance"))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token)
            .build();
    return http.sendAsync(request, BodyHandlers.ofString());
  }

  /** Returns a token of a new key. The exchange for it counts in the first window alone. */
  private String token(ServiceProcess pod) throws Exception {
    ServiceClient operator = ServiceClient.operator(pod);
    JsonNode business =
        operator.post("/operator/businesses", Map.of("name", "Acacia Traders")).succeeded();
    String keys = "/operator/businesses/" + business.get("businessId").asText() + "/api-keys";
    JsonNode key = operator.post(keys, Map.of()).succeeded();
    return ServiceClient.of(pod)
        .authenticate(key.get("apiKey").asText(), key.get("apiSecret").asText())
        .body()
        .get("accessToken")
        .asText();
  }

  private ServiceProcess start(GivenDatabase database, Map<String, String> secrets) {
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(secrets)
        .unhurried()
        .operator()
        .environment("PAYMENTS_RATE_LIMIT_PER_MINUTE", Integer.toString(LIMIT))
        .start();
  }
}
