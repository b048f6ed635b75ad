import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Businesses that pay and collect for a while, and clients of theirs that behave as the contract
 * asks: whatever has no definite answer is sent again under the same reference until there is one,
 * and a reference that exists already is looked up.
 *
 * <p>Writes {@code asked} (kind, reference, id as it was acknowledged or empty, expected status;
 * separated by tabs) and {@code figures} (name, value) into the directory, and ends with 1 if an
 * answer came that no client can make sense of.
 *
 * <p>Arguments: the proxy's address, the receiver's, the directory, seconds, clients, businesses.
 * The operator's credential comes from {@code PAYMENTS_OPERATOR_KEY} and {@code …_SECRET}.
 */
public final class Partners {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(12);
  private static final Duration UNTIL_KNOWN = Duration.ofSeconds(120);
  private static final int BETWEEN_TRIES_MILLIS = 250;
  private static final int BETWEEN_REQUESTS_MILLIS = 80;
  private static final int FUNDS = 1_000_000_000;

  /** What comes of it, and how often of a hundred. */
  private record Recipient(String ending, String payout, String collection, int share) {}

  private static final List<Recipient> RECIPIENTS =
      List.of(
          new Recipient("78", "success", "success", 84),
          new Recipient("91", "failure", "failure", 10),
          new Recipient("92", "pending", "cancelled", 2),
          new Recipient("93", "success", "success", 2),
          new Recipient("95", "success", "success", 2));

  /** An operation as it was asked for: the same however often it is sent. */
  private record Order(boolean collection, String reference, Recipient recipient, String body) {}

  private record Answer(int status, JsonNode body) {}

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final String base;
  private final String receiver;
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final Queue<String> oddities = new ConcurrentLinkedQueue<>();
  private final Queue<Long> micros = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> answers = new ConcurrentSkipListMap<>();
  private final AtomicInteger acknowledged = new AtomicInteger();
  private final AtomicInteger lookedUp = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();
  private final AtomicLong lastSuccess = new AtomicLong();
  private final AtomicLong longestOutage = new AtomicLong();
  private final AtomicLong longestUntilKnown = new AtomicLong();

  private Partners(String base, String receiver) {
    this.base = base;
    this.receiver = receiver;
  }

  public static void main(String[] arguments) throws Exception {
    Partners partners = new Partners(arguments[0], arguments[1]);
    Path directory = Path.of(arguments[2]);
    List<String> tokens = partners.businesses(Integer.parseInt(arguments[5]));
    Files.createFile(directory.resolve("started"));
    partners.run(tokens, Integer.parseInt(arguments[4]), Integer.parseInt(arguments[3]));
    Files.write(directory.resolve("asked"), partners.asked);
    partners.writeFigures(directory);
    partners.oddities.stream().limit(20).forEach(System.err::println);
    System.exit(partners.oddities.isEmpty() ? 0 : 1);
  }

  /** Registers them with funds, collections and callback URLs; answers a token of each. */
  private List<String> businesses(int count) throws Exception {
    String operator =
        ask(
                "/operator/auth",
                "",
                Map.of(
                    "operatorKey", System.getenv("PAYMENTS_OPERATOR_KEY"),
                    "operatorSecret", System.getenv("PAYMENTS_OPERATOR_SECRET")))
            .get("accessToken")
            .asText();
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, ?> business =
          Map.of(
              "name", "Business " + i,
              "collectionsEnabled", true,
              "callbackUrl", receiver + "/payouts",
              "collectionCallbackUrl", receiver + "/collections");
      String path =
          "/operator/businesses/"
              + ask("/operator/businesses", operator, business).get("businessId").asText();
      Map<String, ?> funds =
          Map.of(
              "currency", "KES", "purpose", "payout", "amount", FUNDS, "reference", "funds " + i);
      ask(path + "/top-ups", operator, funds);
      JsonNode key = ask(path + "/api-keys", operator, Map.of());
      Map<String, ?> credentials =
          Map.of(
              "apiKey", key.get("apiKey").asText(), "apiSecret", key.get("apiSecret").asText());
      tokens.add(ask("/business/auth", "", credentials).get("accessToken").asText());
    }
    return tokens;
  }

  private JsonNode ask(String path, String token, Map<String, ?> body) throws Exception {
    Answer answer = send(path, token, JSON.writeValueAsString(body));
    if (answer.status() / 100 != 2) {
      throw new IllegalStateException(path + ": " + answer);
    }
    return answer.body();
  }

  private void run(List<String> tokens, int clients, int seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    lastSuccess.set(System.nanoTime());
    for (int i = 0; i < clients; i++) {
      String name = "c" + i;
      threads.execute(() -> operate(tokens, name, end));
    }
    threads.shutdown();
    threads.awaitTermination(seconds + UNTIL_KNOWN.toSeconds() + 60, TimeUnit.SECONDS);
  }

  private void operate(List<String> tokens, String name, long end) {
    try {
      for (int number = 0; System.nanoTime() < end; number++) {
        int business = ThreadLocalRandom.current().nextInt(tokens.size());
        untilKnown(order(name + "-" + number), tokens.get(business));
        Thread.sleep(ThreadLocalRandom.current().nextInt(2 * BETWEEN_REQUESTS_MILLIS));
      }
    } catch (InterruptedException | IOException | RuntimeException e) {
      oddities.add(name + ": " + e);
    }
  }

  private static Order order(String reference) throws IOException {
    boolean collection = ThreadLocalRandom.current().nextInt(100) < 35;
    Recipient recipient = recipient();
    int amount = ThreadLocalRandom.current().nextInt(20, 2000);
    String phone = "+2547123456" + recipient.ending();
    Map<String, Object> body = new TreeMap<>();
    body.put("amount", amount);
    if (collection) {
      body.putAll(Map.of("currency", "KES", "mobile", phone, "reference", reference));
    } else {
      body.putAll(
          Map.of(
              "senderCurrency", "KES", "receiverCurrency", "KES", "payoutCountry", "KE",
              "senderFirstName", "Amina", "senderLastName", "Otieno", "senderDob", "1990-04-12",
              "senderIdType", "passport", "senderIdNumber", "A1234567"));
      body.putAll(
          Map.of(
              "senderNationality", "KE", "senderTelephoneNo", "+254700000001",
              "receiverFirstName", "Juma", "receiverLastName", "Mwangi", "receiverPhone", phone,
              "relationship", "supplier", "purposeOfTransfer", "business_payment",
              "sourceOfFunds", "business_income", "businessReference", reference));
    }
    return new Order(collection, reference, recipient, JSON.writeValueAsString(body));
  }

  private static Recipient recipient() {
    int number = ThreadLocalRandom.current().nextInt(100);
    for (Recipient recipient : RECIPIENTS) {
      number -= recipient.share();
      if (number < 0) {
        return recipient;
      }
    }
    throw new IllegalStateException("the shares are not a hundred");
  }

  /** Sends it again and again until it is known to exist, or to have been refused. */
  private void untilKnown(Order order, String token) throws InterruptedException {
    long begun = System.nanoTime();
    boolean triedBefore = false;
    while (System.nanoTime() - begun < UNTIL_KNOWN.toNanos()) {
      Answer answer = triedOnce(order, token);
      if (answer.status() == 201) {
        known(order, answer.body().get(order.collection() ? "id" : "serviceReference"), begun);
        return;
      }
      if (answer.status() == 409 && triedBefore) {
        Answer found = lookUp(order, token);
        JsonNode id = found.body() == null ? null : idIn(found.body(), order);
        if (found.status() == 200 && id != null && !id.isMissingNode()) {
          lookedUp.incrementAndGet();
          known(order, id, begun);
          return;
        }
        if (found.status() == 200 || found.status() == 404) {
          oddities.add(order.reference() + ": a duplicate that is not there, " + found);
        }
      } else if (answer.status() > 0 && answer.status() < 502) {
        oddities.add(order.reference() + ": " + answer);
      }
      triedBefore = true;
      Thread.sleep(BETWEEN_TRIES_MILLIS);
    }
    unknown.incrementAndGet();
    asked.add(line(order, ""));
  }

  private void known(Order order, JsonNode id, long begun) {
    acknowledged.incrementAndGet();
    asked.add(line(order, id.asText()));
    longestUntilKnown.accumulateAndGet(System.nanoTime() - begun, Math::max);
  }

  private static String line(Order order, String id) {
    Recipient recipient = order.recipient();
    return order.collection()
        ? String.join("\t", "collection", order.reference(), id, recipient.collection())
        : String.join("\t", "payout", order.reference(), id, recipient.payout());
  }

  private Answer triedOnce(Order order, String token) throws InterruptedException {
    return counted(
        order.collection() ? "/business/collections" : "/business/payout/transfer",
        token,
        order.body());
  }

  private Answer lookUp(Order order, String token) throws InterruptedException {
    String path = order.collection() ? "/business/collections?reference=" : "/business/transactions/";
    return counted(path + order.reference(), token, null);
  }

  private static JsonNode idIn(JsonNode body, Order order) {
    return order.collection() ? body.at("/items/0/id") : body.get("serviceReference");
  }

  /** A request whose answer, or want of one, is counted: 0 stands for no answer. */
  private Answer counted(String path, String token, String body) throws InterruptedException {
    long begun = System.nanoTime();
    Answer answer;
    try {
      answer = send(path, token, body);
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

  private Answer send(String path, String token, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(LONGEST_ANSWER)
            .header("Content-Type", "application/json");
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (body != null) {
      request.POST(BodyPublishers.ofString(body));
    }
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    // The proxy's own answers are pages for people.
    boolean json = response.body().startsWith("{");
    return new Answer(response.statusCode(), json ? JSON.readTree(response.body()) : null);
  }

  private void writeFigures(Path directory) throws IOException {
    long[] sorted = micros.stream().mapToLong(Long::longValue).sorted().toArray();
    int requests = answers.values().stream().mapToInt(AtomicInteger::get).sum();
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(directory.resolve("figures")))) {
      out.printf("requests\t%d%n", requests);
      answers.forEach((name, count) -> out.printf("  %s\t%d%n", name, count.get()));
      out.printf("acknowledged\t%d%n", acknowledged.get());
      out.printf("  found by their reference\t%d%n", lookedUp.get());
      out.printf("never known\t%d%n", unknown.get());
      out.printf("p50 of answers 2xx, ms\t%d%n", quantile(sorted, 50) / 1000);
      out.printf("p99 of answers 2xx, ms\t%d%n", quantile(sorted, 99) / 1000);
      out.printf("longest time without an answer 2xx, ms\t%d%n", longestOutage.get() / 1_000_000);
      out.printf("longest until known, ms\t%d%n", longestUntilKnown.get() / 1_000_000);
    }
  }

  private static long quantile(long[] sorted, int percent) {
    return sorted.length == 0 ? 0 : sorted[(int) ((long) (sorted.length - 1) * percent / 100)];
  }
}
