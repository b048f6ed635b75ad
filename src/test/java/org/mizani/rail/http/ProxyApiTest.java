package org.mizani.rail.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.rest.client.reactive.QuarkusRestClientBuilder;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.net.ConnectException;
import java.net.URI;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.RailSettingsOf;
import org.mizani.rail.StandIns;
import org.mizani.support.TestDatabase;

/** Networks are reached directly, though the settings of all clients name a proxy. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class ProxyApiTest {

  @Inject StandIns standIns;

  @ConfigProperty(name = ConnectedProfile.PROXY)
  String proxy;

  /** A network's interface. */
  @Path("/v2/public-key/http")
  public interface Api {
    @GET
    Uni<Response> keys();
  }

  @Test
  void aConnectorUsesNoProxy() {
    URI network = URI.create(standIns.kenya().url());
    Api usual = QuarkusRestClientBuilder.newBuilder().baseUri(network).build(Api.class);
    Api connector = NetworkClients.build(Api.class, network, RailSettingsOf.net(Map.of()));

    assertThat(proxy).startsWith("127.0.0.1:");
    assertThatThrownBy(() -> usual.keys().await().atMost(PATIENCE))
        .as("what uses the proxy reaches nothing")
        .hasRootCauseInstanceOf(ConnectException.class);
    assertThat(connector.keys().map(NetworkAnswer::of).await().atMost(PATIENCE).status())
        .isEqualTo(404);
  }
}
