package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mizani.support.Eventually;

/** Connections of slow clients, over real sockets to a server of the service's kind. */
class ConnectionGuardTest {

  private static final String HEAD = "POST /echo HTTP/1.1\r\nHost: localhost\r\n";
  private static final String SERVED = "HTTP/1.1 200";
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final ConnectionLimits NONE =
      new ConnectionLimits(Duration.ZERO, Integer.MAX_VALUE);

  private static Vertx vertx;
  private static HttpServer server;

  @BeforeAll
  static void listen() {
    vertx = Vertx.vertx();
    Router router = Router.router(vertx);
    router.route().handler(SlowClients::follow);
    router.route("/echo").handler(exchange -> exchange.request().body().onSuccess(exchange::end));
    router.route("/late").handler(exchange -> vertx.setTimer(900, later -> exchange.end("late")));
    server =
        vertx
            .createHttpServer()
            .requestHandler(router)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
  }

  @AfterAll
  static void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @AfterEach
  void withoutLimits() {
    NONE.apply();
  }

  @Test
  void closesAConnectionThatSendsNothing() throws Exception {
    new ConnectionLimits(SHORT, 10).apply();

    assertClosed("", "");
  }

  @Test
  void closesAConnectionWhoseHeadNeverEnds() throws Exception {
    new ConnectionLimits(SHORT, 10).apply();

    assertClosed(HEAD, "X-More: 1\r\n");
  }

  @Test
  void closesAConnectionWhoseBodyTrickles() throws Exception {
    new ConnectionLimits(SHORT, 10).apply();

    assertClosed(HEAD + "Content-Length: 60000\r\n\r\n", "x");
  }

  @Test
  void closesAConnectionWhoseSecondHeadNeverEnds() throws Exception {
    new ConnectionLimits(SHORT, 10).apply();

    try (SlowClient client = connect()) {
      client.send(request("first"));
      assertThat(client.answer("first")).startsWith(SERVED);

      assertThat(client.isCutOffAfter("X-More: 1\r\n")).isTrue();
    }
  }

  @Test
  void servesARequestWhoseAnswerTakesLonger() throws Exception {
    new ConnectionLimits(SHORT, 10).apply();

    try (SlowClient client = connect()) {
      client.send("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(client.answer("late")).startsWith(SERVED);
    }
  }

  @Test
  void servesAConnectionThatWaitsBetweenItsRequests() throws Exception {
    new ConnectionLimits(SHORT, 10).apply();

    try (SlowClient client = connect();
        SlowClient slow = connect()) {
      client.send(request("one"));
      assertThat(client.answer("one")).startsWith(SERVED);

      // The other one is closed after the time in which a request has to arrive.
      assertThat(slow.isCutOffAfter("X")).isTrue();

      client.send(request("two"));
      assertThat(client.answer("two")).startsWith(SERVED);
    }
  }

  @Test
  void keepsAConnectionOfSeveralRequestsAtOnce() throws Exception {
    new ConnectionLimits(SHORT, 10).apply();
    AtomicBoolean closed = new AtomicBoolean();
    HttpClient client =
        vertx
            .httpClientBuilder()
            .with(new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2))
            .withConnectHandler(connection -> connection.closeHandler(end -> closed.set(true)))
            .build();
    try (SlowClient slow = connect()) {
      assertThat(fetch(client)).isEqualTo("HTTP_2 late");

      assertThat(slow.isCutOffAfter("X")).isTrue();
      assertThat(fetch(client)).isEqualTo("HTTP_2 late");
      assertThat(closed).isFalse();
    } finally {
      client.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private static String fetch(HttpClient client) {
    return client
        .request(HttpMethod.GET, server.actualPort(), "127.0.0.1", "/late")
        .compose(HttpClientRequest::send)
        .compose(answer -> answer.body().map(body -> answer.version() + " " + body))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  @Test
  void closesConnectionsBeyondThoseOfAnAddress() throws Exception {
    new ConnectionLimits(Duration.ZERO, 2).apply();
    List<SlowClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        clients.add(connect());
        clients.get(i).send(request("within"));
        assertThat(clients.get(i).answer("within")).startsWith(SERVED);
      }

      try (SlowClient beyond = connect()) {
        assertThat(beyond.isClosed()).isTrue();
      }

      clients.remove(0).close();
      Eventually.holds(
          () -> {
            try (SlowClient next = connect()) {
              next.send(request("next"));
              assertThat(next.answer("next")).startsWith(SERVED);
            }
          });
    } finally {
      for (SlowClient client : clients) {
        client.close();
      }
    }
  }

  private static void assertClosed(String beginning, String trickle) throws Exception {
    try (SlowClient slow = connect();
        SlowClient healthy = connect()) {
      healthy.send(request("well"));
      slow.send(beginning);

      assertThat(slow.isCutOffAfter(trickle)).isTrue();
      assertThat(healthy.answer("well")).startsWith(SERVED);
    }
  }

  private static SlowClient connect() throws IOException {
    return new SlowClient(server.actualPort());
  }

  private static String request(String body) {
    return HEAD + "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }
}
