package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
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

  /** Of slow connections alone: a machine that stalls would close a healthy one after it. */
  private static final ConnectionLimits SHORT = new ConnectionLimits(Duration.ofMillis(300), 1000);

  private static final ConnectionLimits LONG = new ConnectionLimits(Duration.ofHours(1), 1000);
  private static final ConnectionLimits NONE =
      new ConnectionLimits(Duration.ZERO, Integer.MAX_VALUE);

  private static GuardedServer server;

  @BeforeAll
  static void listen() {
    server = new GuardedServer();
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @AfterEach
  void withoutLimits() {
    NONE.apply();
  }

  @Test
  void closesAConnectionThatSendsNothing() throws Exception {
    assertClosed("", "");
  }

  @Test
  void closesAConnectionWhoseHeadNeverEnds() throws Exception {
    assertClosed(HEAD, "X-More: 1\r\n");
  }

  @Test
  void closesAConnectionWhoseBodyTrickles() throws Exception {
    assertClosed(HEAD + "Content-Length: 60000\r\n\r\n", "x");
  }

  @Test
  void closesAConnectionWhoseSecondHeadNeverEnds() throws Exception {
    SHORT.apply();

    Eventually.holds(
        () -> {
          try (SlowClient client = served("first")) {
            assertThat(client.isCutOffAfter("X-More: 1\r\n")).isTrue();
          }
        });
  }

  @Test
  void closesAConnectionWhoseUnreadBodyTrickles() throws Exception {
    assertClosed(unread(60_000), "x");
  }

  @Test
  void servesARequestWhoseAnswerTakesLonger() throws Exception {
    SHORT.apply();

    Eventually.holds(
        () -> {
          try (SlowClient client = connect()) {
            client.send("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.answer("late")).startsWith(SERVED);
          }
        });
  }

  @Test
  void servesAConnectionThatWaitsBetweenItsRequests() throws Exception {
    assertServedAfterAWait(client -> {});
  }

  /** The rest of a body that was refused unread is no beginning of another request. */
  @Test
  void servesAConnectionThatSendsTheRestOfARefusedRequest() throws Exception {
    assertServedAfterAWait(
        client -> {
          client.send(unread(4));
          assertThat(client.answer(GuardedServer.REFUSED)).startsWith(SERVED);
          client.send("body");
        });
  }

  /**
   * Two requests in one packet: the second waits for the answer to the first, not for its bytes.
   */
  @Test
  void servesAConnectionThatSendsRequestsAhead() throws Exception {
    assertServedAfterAWait(
        client -> {
          client.send(request("ahead") + request("behind"));
          assertThat(client.answer("behind")).startsWith(SERVED);
        });
  }

  @Test
  void keepsAConnectionOfSeveralRequestsAtOnce() throws Exception {
    SHORT.apply();

    Eventually.holds(
        () -> {
          AtomicBoolean closed = new AtomicBoolean();
          HttpClient client = server.clientOfHttp2(() -> closed.set(true));
          try {
            assertThat(fetch(client)).isEqualTo("HTTP_2 late");
            awaitCutOff();

            assertThat(fetch(client)).isEqualTo("HTTP_2 late");
            assertThat(closed).isFalse();
          } finally {
            client.close().toCompletionStage().toCompletableFuture().join();
          }
        });
  }

  private static String fetch(HttpClient client) {
    return client
        .request(HttpMethod.GET, server.port(), "127.0.0.1", "/late")
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
      // Connections of the test before may not have ended yet.
      Eventually.holds(() -> clients.add(served("within")));
      Eventually.holds(() -> clients.add(served("within")));

      try (SlowClient beyond = connect()) {
        assertThat(beyond.isClosed()).isTrue();
      }

      clients.remove(0).close();
      Eventually.holds(() -> clients.add(served("next")));
    } finally {
      for (SlowClient client : clients) {
        client.close();
      }
    }
  }

  private static void assertClosed(String beginning, String trickle) throws Exception {
    LONG.apply();
    try (SlowClient healthy = served("before")) {
      SHORT.apply();
      try (SlowClient slow = connect()) {
        slow.send(beginning);

        assertThat(slow.isCutOffAfter(trickle)).isTrue();
      }
      assertServed(healthy, "after");
    }
  }

  /** Step of a healthy client. */
  private interface Step {
    void take(SlowClient client) throws IOException;
  }

  /** A connection that this step must not leave with a time-out. */
  private static void assertServedAfterAWait(Step step) throws Exception {
    SHORT.apply();
    Eventually.holds(
        () -> {
          try (SlowClient client = served("one")) {
            step.take(client);
            awaitCutOff();
            assertServed(client, "two");
          }
        });
  }

  /** Waits for longer than a request may take to arrive: until two slow ones in turn are ended. */
  private static void awaitCutOff() throws IOException {
    for (int i = 0; i < 2; i++) {
      try (SlowClient slow = connect()) {
        assertThat(slow.isCutOffAfter("X")).isTrue();
      }
    }
  }

  private static SlowClient served(String body) throws IOException {
    SlowClient client = connect();
    try {
      assertServed(client, body);
      return client;
    } catch (IOException | AssertionError e) {
      client.close();
      throw e;
    }
  }

  private static void assertServed(SlowClient client, String body) throws IOException {
    client.send(request(body));
    assertThat(client.answer(body)).startsWith(SERVED);
  }

  private static SlowClient connect() throws IOException {
    return new SlowClient(server.port());
  }

  private static String request(String body) {
    return HEAD + "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

  private static String unread(int length) {
    return "POST /unread HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n";
  }
}
