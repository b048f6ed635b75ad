package org.mizani.rail.pawapay;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.mizani.rail.pawapay.signature.EcKeys;
import org.mizani.rail.pawapay.signature.HttpMessage;
import org.mizani.rail.pawapay.signature.HttpVerifier;
import org.mizani.rail.pawapay.signature.HttpVerifier.Verdict;
import org.mizani.support.Eventually;

/** Receiver of the {@link PawapayStandIn}'s callbacks, which verifies them. */
final class CallbackReceiver implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Callback as it came, with the verdict on its signature. */
  record Received(Verdict verdict, Transaction transaction) {}

  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final HttpVerifier verifier =
      new HttpVerifier(Eventually.PATIENCE, InstantSource.system());
  private final StandInClient client;
  private final HttpServer server;
  private final Queue<Integer> refusals = new ConcurrentLinkedQueue<>();

  /**
   * @param client to fetch the keys with
   */
  CallbackReceiver(StandInClient client) throws IOException {
    this.client = client;
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/callback");
  }

  List<Received> received() {
    return received;
  }

  /** Answers the next valid callback with this status. */
  void refuseNext(int status) {
    refusals.add(status);
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void receive(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    Verdict verdict = verdict(exchange, body);
    received.add(new Received(verdict, JSON.readValue(body, Transaction.class)));
    exchange.sendResponseHeaders(
        verdict == Verdict.VALID ? Optional.ofNullable(refusals.poll()).orElse(200) : 401, -1);
    exchange.close();
  }

  private Verdict verdict(HttpExchange exchange, byte[] body) throws IOException {
    List<PublishedKey> keys =
        JSON.readValue(
            client.get("/v2/public-key/http").body(), new TypeReference<List<PublishedKey>>() {});
    HttpMessage message =
        HttpMessage.request(
            exchange.getRequestMethod(),
            exchange.getRequestHeaders().getFirst("Host"),
            exchange.getRequestURI().getRawPath(),
            exchange.getRequestHeaders(),
            body);
    return verifier.verify(
        message,
        id ->
            keys.stream()
                .filter(key -> key.id().equals(id))
                .map(key -> EcKeys.publicKey(key.key()))
                .findFirst());
  }
}
