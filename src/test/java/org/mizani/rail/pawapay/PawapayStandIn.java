package org.mizani.rail.pawapay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.mizani.rail.pawapay.PawapayBooks.Receipt;
import org.mizani.rail.pawapay.StandInConduct.AnswerFault;
import org.mizani.rail.pawapay.StandInConduct.CallbackFault;
import org.mizani.rail.pawapay.signature.HttpMessage;
import org.mizani.rail.pawapay.signature.HttpVerifier;
import org.mizani.support.Eventually;

/**
 * Server on the loopback interface that stands in for pawaPay: payouts, deposits and refunds with
 * their books, callbacks, and the faults that {@link StandInConduct} sets. The last digits of a
 * phone number decide how its payments end, see {@link PaymentKind}.
 */
public final class PawapayStandIn implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Receipt CLOSED =
      new Receipt("REJECTED", Optional.of("PROVIDER_TEMPORARILY_UNAVAILABLE"));

  private final StandInConduct conduct = new StandInConduct();
  private final PawapayBooks books = new PawapayBooks();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ScheduledExecutorService later = Executors.newScheduledThreadPool(4);
  private final StandInReplies replies = new StandInReplies(conduct, threads, later);
  private final StandInCallbacks callbacks = new StandInCallbacks(conduct, later);
  private final StandInTools tools = new StandInTools(books, conduct, callbacks.publicKey());
  private final HttpVerifier verifier =
      new HttpVerifier(Eventually.PATIENCE, InstantSource.system());
  private int port;
  private boolean listens;
  private HttpServer server;

  /** Starts to listen, again at the same port after {@link #shut}. */
  public URI open() {
    try {
      server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/v2/", this::handle);
    server.createContext(
        "/", exchange -> replies.answer(exchange, 404, StandInReplies.failure("NOT_FOUND")));
    server.start();
    listens = true;
    port = server.getAddress().getPort();
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Starts to listen at this port. */
  public void open(int at) {
    port = at;
    open();
  }

  /** Forgets all payments and faults, and listens. */
  public void reset() {
    books.clear();
    conduct.reset();
    callbacks.reset();
    if (!listens) {
      open();
    }
  }

  /** Breaks off connections, and refuses new ones from now on. Payments go on. */
  public void shut() {
    listens = false;
    server.stop(0);
  }

  @Override
  public void close() {
    shut();
    threads.shutdownNow();
    later.shutdownNow();
  }

  /** Returns the conduct, which tests change. */
  public StandInConduct conduct() {
    return conduct;
  }

  /** Returns the books of accepted payments. */
  public PawapayBooks books() {
    return books;
  }

  /** Returns the number of callbacks that wait for a later one. */
  int waitingCallbacks() {
    return callbacks.waiting();
  }

  /** Sends the callbacks that wait for a later one. */
  public void releaseCallbacks() {
    callbacks.release();
  }

  /** Returns the receiver's answers to the callbacks of a payment: statuses, or 0 without one. */
  public List<Integer> answersToCallbacks(String id) {
    return callbacks.answers(sent -> !sent.forged() && sent.payment().id().equals(id));
  }

  /** Returns the receiver's answers to all forged callbacks: statuses, or 0 without one. */
  public List<Integer> answersToForgeries() {
    return callbacks.answers(StandInCallbacks.Sent::forged);
  }

  private void handle(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    try {
      if (isAuthenticated(exchange)) {
        route(exchange, body);
      } else {
        replies.answer(exchange, 403, StandInReplies.failure("AUTHENTICATION_ERROR"));
      }
    } catch (JsonProcessingException unreadable) {
      replies.answer(exchange, 400, StandInReplies.failure("INVALID_INPUT"));
    }
  }

  private boolean isAuthenticated(HttpExchange exchange) {
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    return conduct.token.map(token -> ("Bearer " + token).equals(given)).orElse(true);
  }

  private void route(HttpExchange exchange, byte[] body) throws IOException {
    List<String> path = Arrays.asList(exchange.getRequestURI().getRawPath().split("/"));
    Optional<PaymentKind> kind = PaymentKind.ofPath(path.get(2));
    boolean post = exchange.getRequestMethod().equals("POST");
    if (kind.isPresent() && post && path.size() == 3) {
      submit(exchange, kind.get(), body);
    } else if (kind.isPresent() && post && path.get(3).equals("resend-callback")) {
      replies.answer(exchange, 200, resend(kind.get(), path.get(4)));
    } else if (kind.isPresent() && path.size() == 4) {
      JsonNode answer = status(kind.get(), path.get(3));
      replies.answer(exchange, conduct.questions.get(), 200, answer, () -> {});
    } else {
      Optional<JsonNode> answer = tools.answer(path.get(2), body);
      replies.answer(
          exchange,
          answer.isPresent() ? 200 : 404,
          answer.orElseGet(() -> StandInReplies.failure("NOT_FOUND")));
    }
  }

  private void submit(HttpExchange exchange, PaymentKind kind, byte[] body) throws IOException {
    if (!isSigned(exchange, body)) {
      replies.answer(exchange, 403, StandInReplies.failure("HTTP_SIGNATURE_ERROR"));
      return;
    }
    AnswerFault fault = conduct.submissions.get();
    if (!fault.hasEffect()) {
      replies.answer(exchange, fault, 200, JSON.createObjectNode(), () -> {});
      return;
    }
    JsonNode request = JSON.readTree(body);
    String id = request.path(kind.idField).asText();
    Receipt receipt = isClosed(kind, request) ? CLOSED : books.submit(kind, request);
    Runnable then = receipt.isAccepted() ? begin(kind, id) : () -> {};
    ObjectNode answer = JSON.createObjectNode().put(kind.idField, id);
    answer.put("status", receipt.status());
    receipt.failureCode().ifPresent(code -> answer.setAll(StandInReplies.failure(code)));
    replies.answer(exchange, fault, 200, answer, then);
  }

  private boolean isClosed(PaymentKind kind, JsonNode request) {
    String provider = request.path(kind.accountField).at("/accountDetails/provider").asText();
    return Provider.find(provider)
        .filter(network -> "CLOSED".equals(conduct.states.get(network)))
        .isPresent();
  }

  private boolean isSigned(HttpExchange exchange, byte[] body) {
    HttpMessage message =
        HttpMessage.request(
            exchange.getRequestMethod(),
            exchange.getRequestHeaders().getFirst("Host"),
            exchange.getRequestURI().getRawPath(),
            exchange.getRequestHeaders(),
            body);
    return conduct.signers.isEmpty()
        || verifier.verify(message, id -> Optional.ofNullable(conduct.signers.get(id)))
            == HttpVerifier.Verdict.VALID;
  }

  /**
   * Lets an accepted payment end. Returns the work to do after the answer, none if it is to be
   * early.
   */
  private Runnable begin(PaymentKind kind, String id) {
    CallbackFault fault = conduct.callbacks.get();
    if (fault == CallbackFault.EARLY) {
      end(kind, id, fault);
      return () -> {};
    }
    return () ->
        later.schedule(
            () -> end(kind, id, fault), conduct.settlesAfter.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void end(PaymentKind kind, String id, CallbackFault fault) {
    books.settle(id);
    books
        .find(kind, id)
        .filter(StandInPayment::isFinal)
        .ifPresent(payment -> callbacks.tell(payment, fault));
  }

  private ObjectNode resend(PaymentKind kind, String id) {
    Optional<StandInPayment> payment = books.find(kind, id);
    ObjectNode answer = JSON.createObjectNode().put(kind.idField, id);
    if (payment.filter(StandInPayment::isFinal).isEmpty()) {
      String code = payment.isPresent() ? "INVALID_STATE" : "NOT_FOUND";
      return answer.put("status", "REJECTED").setAll(StandInReplies.failure(code));
    }
    later.execute(() -> callbacks.tell(payment.get(), CallbackFault.NONE));
    return answer.put("status", "ACCEPTED");
  }

  private ObjectNode status(PaymentKind kind, String id) {
    ObjectNode answer = JSON.createObjectNode();
    Optional<StandInPayment> payment = books.find(kind, id);
    payment.ifPresent(p -> answer.set("data", p.json(conduct.words)));
    return answer.put("status", payment.isPresent() ? "FOUND" : "NOT_FOUND");
  }
}
