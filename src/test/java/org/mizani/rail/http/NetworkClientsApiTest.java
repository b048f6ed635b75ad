package org.mizani.rail.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.holds;

import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpClosedException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jboss.resteasy.reactive.RestPath;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mizani.rail.RailSettingsOf;
import org.mizani.support.TestDatabase;

/** Client of a connector and the answers of networks: errors, redirects, large and slow ones. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class NetworkClientsApiTest {

  /** Keeps a slow answer incomplete until the end of the tests. */
  private static final CountDownLatch CLOSED = new CountDownLatch(1);

  /** More than the framework's own number of connections. */
  private static final int AT_ONCE = 70;

  /** Requests that are answered once all of them have come. */
  private static final CountDownLatch TOGETHER = new CountDownLatch(AT_ONCE);

  /** That of a long answer is more than a partner's request may have. */
  private static final Map<String, Integer> LENGTHS =
      Map.of("/huge", 5_000_000, "/long", 100_000, "/full", 1000);

  private static HttpServer server;

  /** A network's interface. */
  @Path("/")
  public interface Api {
    @POST
    @Path("{path}")
    Uni<Response> send(@RestPath String path, String body);
  }

  @BeforeAll
  static void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          if (exchange.getRequestURI().getPath().equals("/together")) {
            awaitAll();
          }
          String path = exchange.getRequestURI().getPath();
          int status = path.equals("/moved") ? 302 : path.equals("/error") ? 500 : 200;
          exchange.getResponseHeaders().set("Location", "/error");
          if (!path.equals("/untyped")) {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
          }
          exchange.sendResponseHeaders(status, 0);
          int length = LENGTHS.getOrDefault(path, 10);
          byte[] part = "x".repeat(10).getBytes();
          try (var out = exchange.getResponseBody()) {
            for (int sent = 0; sent < length; sent += part.length) {
              out.write(part);
            }
            if (path.equals("/slow")) {
              out.flush();
              CLOSED.await();
            }
          } catch (IOException e) {
            exchange.close();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  private static void awaitAll() {
    TOGETHER.countDown();
    try {
      TOGETHER.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterAll
  static void stop() {
    CLOSED.countDown();
    while (TOGETHER.getCount() > 0) {
      TOGETHER.countDown();
    }
    server.stop(0);
  }

  @Test
  void anyStatusIsAnAnswerAndRedirectsAreNotFollowed() {
    assertThat(send("error").status()).isEqualTo(500);
    assertThat(send("error").body()).isEqualTo("xxxxxxxxxx");
    assertThat(send("moved").status()).isEqualTo(302);
  }

  @Test
  void anAnswerWithoutAContentTypeIsRead() {
    assertThat(send("untyped").body()).isEqualTo("xxxxxxxxxx");
  }

  @Test
  void theLimitOfPartnersRequestsIsNotThatOfAnswers() {
    Api client = client(Map.of("max-answer-bytes", "262144"));

    NetworkAnswer answer =
        client.send("long", "{}").map(NetworkAnswer::of).await().atMost(PATIENCE);

    assertThat(answer.body()).hasSize(100_000);
  }

  @Test
  void asManyCallsAreUnderWayAsConnectionsAreConfigured() {
    Api client = client(Map.of("timeout", "10m", "connections", String.valueOf(AT_ONCE)));

    List<Integer> statuses =
        Uni.join()
            .all(
                IntStream.range(0, AT_ONCE)
                    .mapToObj(i -> client.send("together", "{}").map(Response::getStatus))
                    .toList())
            .andFailFast()
            .await()
            .atMost(PATIENCE);

    assertThat(statuses).hasSize(AT_ONCE).containsOnly(200);
  }

  @Test
  void anAnswerLargerThanAllowedFails() {
    assertThat(send("full").body()).hasSize(1000);
    assertThatThrownBy(() -> send("huge", "10m")).isInstanceOf(HttpClosedException.class);
    assertThat(send("full").body()).hasSize(1000);
  }

  @Test
  void anAnswerThatIsNotWholeInTimeFails() throws Exception {
    // Again, where a stall holds up its beginning too.
    holds(
        () ->
            assertThatThrownBy(() -> send("slow", "200ms"))
                .isInstanceOf(HttpClosedException.class));
  }

  private static NetworkAnswer send(String path) {
    return send(path, "60s");
  }

  private static NetworkAnswer send(String path, String timeout) {
    return client(Map.of("timeout", timeout))
        .send(path, "{}")
        .map(NetworkAnswer::of)
        .await()
        .atMost(PATIENCE);
  }

  private static Api client(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("max-answer-bytes", "1000");
    return NetworkClients.build(
        Api.class,
        URI.create("http://localhost:" + server.getAddress().getPort()),
        RailSettingsOf.net(all));
  }
}
