package org.mizani.rail.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.NoProbe;
import org.mizani.rail.RailSettings;
import org.mizani.rail.RailSettingsOf;
import org.mizani.service.ServiceConfig;
import org.mizani.support.Defaults;
import org.mizani.support.TestDatabase;

/** Checks of an address at which a server answers 200 to all calls, without header and body. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AddressClientApiTest {

  @Inject CheckConfig config;

  // Not the service's: that would measure this server like its own.
  private final Vertx vertx = Vertx.vertx();
  private URI url;

  @BeforeEach
  void open() {
    HttpServer server =
        await(
            vertx
                .createHttpServer()
                .requestHandler(call -> call.response().end())
                .listen(0, "localhost"));
    url = URI.create("http://localhost:" + server.actualPort());
  }

  @AfterEach
  void close() {
    await(vertx.close());
  }

  @Test
  void anAnswerWithoutADateTellsNothingAboutTheClock() {
    NetworkCheck check = new NetworkCheck(config, InstantSource.system());

    assertThat(lines(check.address(rail(), settings())))
        .containsExactly(
            "ok          address      " + url + " answers",
            "cannot tell clock        the network's answer has no date");
  }

  @Test
  void aServerThatTakesAnySecretIsNotThisService() {
    CallbackCheck check = new CallbackCheck(config, Defaults.of(ServiceConfig.class));

    assertThat(lines(check.of(rail(), settings())))
        .contains(
            "wrong       callback     "
                + url
                + " answers HTTP 200 to a wrong secret, not 404: /rails is not this service's there");
  }

  private static <T> T await(Future<T> work) {
    return Uni.createFrom().completionStage(work.toCompletionStage()).await().atMost(PATIENCE);
  }

  private static List<String> lines(Uni<List<Finding>> findings) {
    return findings.await().atMost(PATIENCE).stream().map(Finding::line).toList();
  }

  private RailSettings.Rail settings() {
    return RailSettingsOf.net(
        Map.of("callback-url", url.toString(), "callback-secret", "a-secret-of-the-network"));
  }

  private ConnectedRail rail() {
    return new ConnectedRail(
        "net",
        1,
        url,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(new NoProbe()));
  }
}
