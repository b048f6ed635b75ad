package org.mizani.rail.daraja;

import static org.mizani.rail.daraja.StandInMessages.error;
import static org.mizani.rail.daraja.StandInMessages.object;
import static org.mizani.rail.daraja.StandInMessages.shortId;
import static org.mizani.rail.daraja.StandInReplies.json;
import static org.mizani.rail.daraja.StandInReplies.page;
import static org.mizani.rail.daraja.StandInReplies.slowly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.mizani.rail.daraja.StandInBooks.Entry;

/**
 * Stand-in for Daraja on this machine, with books of its own. A payment takes its effect when it is
 * accepted; its result is posted after the delay. Payments to customers are idempotent by their
 * {@code OriginatorConversationID}, all others are not. Each token makes the previous one invalid.
 */
public final class DarajaStandIn implements AutoCloseable {

  public static final String CONSUMER_KEY = "consumer";
  public static final String CONSUMER_SECRET = "consumer-secret";
  public static final String INITIATOR = "robot";
  public static final String INITIATOR_PASSWORD = "Safe#Pass1";
  public static final String PASSKEY = "passkey-of-the-stand-in";

  private static final Duration SLOWNESS = Duration.ofMillis(300);

  /** Time from a payment's arrival to an acknowledgement that its sender may not await. */
  private static final Duration LATE = Duration.ofSeconds(2);

  private static final String TOKEN_PATH = "/oauth/v1/generate";

  private final StandInBooks books = new StandInBooks();
  private final StandInCallbacks callbacks = new StandInCallbacks();
  private final StandInNetwork network = new StandInNetwork(books, callbacks);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<StandInOperation, Integer> requests = new ConcurrentHashMap<>();
  private final Set<String> late = ConcurrentHashMap.newKeySet();
  private final AtomicInteger tokens = new AtomicInteger();
  private final AtomicInteger tokenRequests = new AtomicInteger();
  private volatile String token = shortId();
  private volatile StandInPlan plan = StandInPlan.always(StandInFault.NONE);
  private volatile Duration slowness = SLOWNESS;
  private volatile boolean refusesCredential;
  private int port;
  private boolean listens;
  private HttpServer server;

  /** Starts to listen, again on the same port after {@link #shut}. */
  public DarajaStandIn open() {
    try {
      server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
    listens = true;
    port = server.getAddress().getPort();
    return this;
  }

  /** Starts to listen at this port. */
  public void open(int at) {
    port = at;
    open();
  }

  /** Forgets all payments and faults, and listens. Tokens stay valid. */
  public void reset() {
    books.clear();
    requests.clear();
    plan = StandInPlan.always(StandInFault.NONE);
    slowness = SLOWNESS;
    refusesCredential = false;
    callbacks.delay(StandInCallbacks.DELAY);
    if (!listens) {
      open();
    }
  }

  /** Breaks off connections, and refuses new ones from now on. */
  public void shut() {
    listens = false;
    server.stop(0);
  }

  @Override
  public void close() {
    shut();
    threads.shutdownNow();
    callbacks.close();
  }

  /** Returns the address of the gateway, without a path. */
  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Returns the certificate that initiators' passwords are encrypted with, in PEM. */
  public byte[] certificate() {
    return StandInKeys.resource("certificate.pem");
  }

  /** Returns the books, to be read by tests. */
  public StandInBooks books() {
    return books;
  }

  /** Sets the faults that requests meet from now on. */
  public void plan(StandInPlan plan) {
    this.plan = plan;
  }

  /** Sets the time from the acceptance to the result. */
  public void resultsAfter(Duration delay) {
    callbacks.delay(delay);
  }

  /** Sets the longest time that a reordered result waits for the next one. */
  public void holdsResultsFor(Duration longest) {
    callbacks.holdFor(longest);
  }

  /** Sets the time that the last byte of a slow answer takes. */
  public void slowness(Duration slowness) {
    this.slowness = slowness;
  }

  /** Accepts initiators' passwords unread from now on, as decryption takes milliseconds. */
  public void believeInitiators() {
    network.believeInitiators();
  }

  /** Refuses the consumer's key and secret, or accepts them again. */
  public void refuseCredential(boolean refused) {
    refusesCredential = refused;
  }

  /** Makes the token invalid, as a token request of another program would. */
  public void invalidateToken() {
    token = shortId();
  }

  /** Returns the number of tokens issued. */
  public int tokens() {
    return tokens.get();
  }

  /** Returns the number of requests for tokens, refused or not. */
  public int tokenRequests() {
    return tokenRequests.get();
  }

  /** Returns the number of requests of this operation, accepted or not. */
  public int requests(StandInOperation operation) {
    return requests.getOrDefault(operation, 0);
  }

  /** Tells whether the payment with these remarks was acknowledged late: the machine is busy. */
  public boolean isLate(String remarks) {
    return late.contains(remarks);
  }

  /** Returns the number of results that were answered by a 2xx. */
  public int resultsTaken() {
    return callbacks.answered();
  }

  /** Returns the number of results that were refused, or not answered. */
  public int resultsLost() {
    return callbacks.failed();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] body = exchange.getRequestBody().readAllBytes();
    Optional<StandInOperation> operation = StandInOperation.at(path);
    if (path.equals(TOKEN_PATH)) {
      issueToken(exchange);
    } else if (operation.isEmpty()) {
      json(exchange, 404, error("404.002.01", "Resource not found"));
    } else if (!exchange.getRequestMethod().equals("POST")) {
      json(exchange, 405, error("405.001", "Method Not Allowed"));
    } else {
      requests.merge(operation.get(), 1, Integer::sum);
      serve(exchange, operation.get(), StandInMessages.JSON.readTree(body));
    }
  }

  private void issueToken(HttpExchange exchange) {
    tokenRequests.incrementAndGet();
    String expected =
        Base64.getEncoder()
            .encodeToString(
                (CONSUMER_KEY + ":" + CONSUMER_SECRET).getBytes(StandardCharsets.UTF_8));
    if (refusesCredential
        || !("Basic " + expected).equals(exchange.getRequestHeaders().getFirst("Authorization"))
        || !"grant_type=client_credentials".equals(exchange.getRequestURI().getQuery())) {
      json(exchange, 400, error("400.008.01", "Invalid Authentication passed"));
      return;
    }
    int number = tokens.incrementAndGet();
    String issued = "token-" + number + "-" + shortId();
    token = issued;
    Object seconds = number % 2 == 0 ? (Object) 3599 : "3599";
    json(exchange, 200, object(Map.of("access_token", issued, "expires_in", seconds)));
  }

  private void serve(HttpExchange exchange, StandInOperation operation, JsonNode request) {
    StandInFault fault = plan.faultOf(operation, request);
    switch (fault) {
      case REQUEST_LOST -> exchange.close();
      case MAINTENANCE -> page(exchange, 503);
      case SPIKE_ARREST ->
          json(exchange, 500, error("500.003.02", "Error Occurred: Spike Arrest Violation"));
      case TOKEN_INVALIDATED -> {
        invalidateToken();
        json(exchange, 401, error("401.002.01", "Error Occurred - Invalid Access Token"));
      }
      default -> {
        if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
          json(exchange, 404, error("404.001.03", "Invalid Access Token"));
        } else {
          checked(exchange, operation, request, fault);
        }
      }
    }
  }

  private void checked(
      HttpExchange exchange, StandInOperation operation, JsonNode request, StandInFault fault) {
    Optional<String> wrong = StandInChecks.wrongField(operation, request);
    boolean prompt =
        operation == StandInOperation.PROMPT || operation == StandInOperation.PROMPT_QUERY;
    if (wrong.isPresent()) {
      json(exchange, 400, error("400.002.02", "Bad Request - Invalid " + wrong.get()));
    } else if (prompt && !StandInChecks.isPasswordRight(request)) {
      json(exchange, 500, error("500.001.1001", "Wrong credentials"));
    } else {
      switch (operation) {
        case B2C, B2B, PROMPT -> accept(exchange, operation, request, fault);
        case STATUS, BALANCE ->
            acknowledge(exchange, fault, network.query(operation, request, fault));
        case PROMPT_QUERY -> promptQuery(exchange, request, fault);
        case MERCHANT -> acknowledge(exchange, fault, merchant(request));
      }
    }
  }

  /** An early result is posted, and answered, before the acknowledgement. */
  private void accept(
      HttpExchange exchange, StandInOperation operation, JsonNode request, StandInFault fault) {
    long begin = System.nanoTime();
    Optional<ObjectNode> accepted = network.accept(operation, request, fault);
    accepted.ifPresentOrElse(
        acknowledgement -> acknowledge(exchange, fault, acknowledgement),
        () -> refuseDuplicate(exchange, request.path("OriginatorConversationID").asText()));
    if (System.nanoTime() - begin > LATE.toNanos()) {
      late.add(request.path("Remarks").asText());
    }
  }

  /**
   * Refuses a duplicate. Both forms of the refusal occur in practice; the id decides between them.
   */
  private static void refuseDuplicate(HttpExchange exchange, String id) {
    String message = "Duplicate OriginatorConversationID.";
    if (id.hashCode() % 2 == 0) {
      json(exchange, 500, error("500.002.1001", message));
    } else {
      json(exchange, 200, object(Map.of("ResponseCode", "1", "ResponseDescription", message)));
    }
  }

  private void acknowledge(HttpExchange exchange, StandInFault fault, ObjectNode answer) {
    switch (fault) {
      case ACKNOWLEDGEMENT_LOST -> exchange.close();
      case ERROR_AFTER_EFFECT ->
          json(exchange, 500, error("500.003.1001", "Internal Server Error"));
      case HTML -> page(exchange, 200);
      case SLOW -> callbacks.after(slowness, slowly(exchange, answer));
      default -> json(exchange, 200, answer);
    }
  }

  private void promptQuery(HttpExchange exchange, JsonNode request, StandInFault fault) {
    Optional<Entry> prompt = books.find(request.path("CheckoutRequestID").asText());
    if (prompt.isEmpty()) {
      json(exchange, 500, error("500.001.1001", "The CheckoutRequestID does not Exist"));
    } else if (Instant.now().isBefore(prompt.get().settledAt())) {
      json(exchange, 500, error("500.001.1001", "The transaction is being processed"));
    } else {
      ObjectNode answer = StandInMessages.promptAcknowledgement(prompt.get());
      answer.put("ResultCode", prompt.get().code());
      answer.put("ResultDesc", "Code " + prompt.get().code());
      acknowledge(exchange, fault, answer);
    }
  }

  private ObjectNode merchant(JsonNode request) {
    String number = request.path("Identifier").asText();
    boolean exists = !books.codeOf(StandInOperation.B2B, number, 10).startsWith("SFC");
    return object(
        exists
            ? Map.of(
                "ResponseCode",
                "4000",
                "ResponseMessage",
                "Success",
                "OrganizationShortCode",
                number,
                "OrganizationName",
                "Duka " + number)
            : Map.of("ResponseCode", "1", "ResponseMessage", "Rejected"));
  }
}
