import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The service behind its proxy, as one kind of clients meets it. Its answers are counted. */
final class Service {

  static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(12);
  private static final int BAD_GATEWAY = 502;

  /**
   * Answer to a request.
   *
   * @param status 0 where none came
   * @param body null where it is not JSON
   */
  record Answer(int status, JsonNode body) {

    /** Whether it leaves open if the request had an effect. */
    boolean isIndefinite() {
      return status == 0 || status >= BAD_GATEWAY;
    }

    /** Whether it refuses the request with this message. */
    boolean refuses(int refusal, String error) {
      return status == refusal && body != null && error.equals(body.path("error").asText());
    }
  }

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final String base;
  private final Queue<Long> micros = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> answers = new ConcurrentSkipListMap<>();
  private final AtomicLong lastSuccess = new AtomicLong();
  private final AtomicLong longestOutage = new AtomicLong();

  Service(String base) {
    this.base = base;
  }

  /** The time without an answer 2xx counts from now on. */
  void begin() {
    lastSuccess.set(System.nanoTime());
  }

  /** A request of the set-up, which nothing disturbs: it has to succeed. */
  JsonNode ask(String path, String token, Map<String, ?> body)
      throws IOException, InterruptedException {
    Answer answer = send("POST", path, token, JSON.writeValueAsString(body));
    if (answer.status() / 100 != 2) {
      throw new IllegalStateException(path + ": " + answer);
    }
    return answer.body();
  }

  /** A request whose answer, or want of one, is counted. */
  Answer counted(String method, String path, String token, String body)
      throws InterruptedException {
    long begun = System.nanoTime();
    Answer answer;
    try {
      answer = send(method, path, token, body);
    } catch (IOException e) {
      answer = new Answer(0, null);
    }
    String name = answer.status() == 0 ? "without answer" : "answered " + answer.status();
    answers.computeIfAbsent(name, key -> new AtomicInteger()).incrementAndGet();
    if (answer.status() / 100 == 2) {
      long now = System.nanoTime();
      micros.add((now - begun) / 1000);
      longestOutage.accumulateAndGet(now - lastSuccess.getAndSet(now), Math::max);
    }
    return answer;
  }

  /**
   * Sends a request.
   *
   * @param body null for none
   */
  Answer send(String method, String path, String token, String body)
      throws IOException, InterruptedException {
    BodyPublisher content = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(LONGEST_ANSWER)
            .header("Content-Type", "application/json")
            .method(method, content);
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    // The proxy's own answers are pages for people.
    boolean json = response.body().startsWith("{");
    return new Answer(response.statusCode(), json ? JSON.readTree(response.body()) : null);
  }

  /** Writes how many requests there were, with which answers. */
  void writeAnswers(PrintWriter out, String requests) {
    out.printf("%s\t%d%n", requests, answers.values().stream().mapToInt(AtomicInteger::get).sum());
    answers.forEach((name, count) -> out.printf("  %s\t%d%n", name, count.get()));
  }

  /** Writes how long the answers took, and for how long there was none. */
  void writeTimes(PrintWriter out) {
    long[] sorted = micros.stream().mapToLong(Long::longValue).sorted().toArray();
    out.printf("p50 of answers 2xx, ms\t%d%n", quantile(sorted, 50) / 1000);
    out.printf("p99 of answers 2xx, ms\t%d%n", quantile(sorted, 99) / 1000);
    out.printf("longest time without an answer 2xx, ms\t%d%n", longestOutage.get() / 1_000_000);
  }

  private static long quantile(long[] sorted, int percent) {
    return sorted.length == 0 ? 0 : sorted[(int) ((long) (sorted.length - 1) * percent / 100)];
  }
}
