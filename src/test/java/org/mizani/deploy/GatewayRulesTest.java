package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.gatewayapi.v1.Gateway;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteRule;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.Listener;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.ParentReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules for the Gateway that stands in the Ingress's place, beside those of all entrances. */
class GatewayRulesTest {

  private final Overlay overlay = Overlay.of("region-kampala");
  private final Gateway gateway = overlay.only(Gateway.class);
  private final ClientTrafficPolicy policy = overlay.only(ClientTrafficPolicy.class);

  @Test
  void takesRoutesOfItsNamespaceAlone() {
    assertThat(gateway.getSpec().getListeners())
        .extracting(Listener::getName)
        .containsExactly("https", "http");
    assertThat(gateway.getSpec().getListeners())
        .allMatch(listener -> listener.getAllowedRoutes().getNamespaces().getFrom().equals("Same"))
        .extracting(Listener::getHostname)
        .containsOnly(Entrance.of(overlay).hosts().get(0));
    assertThat(overlay.all(HTTPRoute.class))
        .flatExtracting(route -> route.getSpec().getParentRefs())
        .extracting(ParentReference::getName)
        .containsOnly(gateway.getMetadata().getName());
  }

  @Test
  void endsTlsWithACertificateThatIsRenewed() {
    Listener https = gateway.getSpec().getListeners().get(0);

    assertThat(https.getProtocol() + " " + https.getPort()).isEqualTo("HTTPS 443");
    assertThat(https.getTls().getMode()).isEqualTo("Terminate");
    assertThat(https.getTls().getCertificateRefs()).hasSize(1);
    assertThat(gateway.getMetadata().getAnnotations())
        .containsEntry("cert-manager.io/cluster-issuer", "letsencrypt");
  }

  @Test
  void answersPlainHttpByARedirectAlone() {
    assertThat(rulesAt("http"))
        .singleElement()
        .satisfies(
            rule -> {
              assertThat(rule.getBackendRefs()).isEmpty();
              assertThat(rule.getFilters())
                  .singleElement()
                  .matches(filter -> filter.getRequestRedirect().getScheme().equals("https"));
            });
    assertThat(rulesAt("https")).hasSize(3).allMatch(rule -> rule.getFilters().isEmpty());
  }

  /** Envoy appends the peer's address; the service counts the first one. */
  @Test
  void removesTheAddressThatAClientClaims() {
    assertThat(policy.spec().targetRefs())
        .containsExactly(
            new ClientTrafficPolicy.Target(
                "gateway.networking.k8s.io", "Gateway", gateway.getMetadata().getName()));
    assertThat(policy.spec().headers().earlyRequestHeaders().remove())
        .containsExactly("X-Forwarded-For");
  }

  @Test
  void keepsTheRequestIdOfAPartner() {
    assertThat(policy.spec().headers().requestID()).isEqualTo("PreserveOrGenerate");
  }

  @Test
  void givesARequestTheTimeThatTheServiceGivesIt() throws IOException {
    assertThat(Files.readString(Path.of("docs/settings.md")))
        .contains(
            "| `PAYMENTS_HTTP_ARRIVAL_TIMEOUT` | `%s` |"
                .formatted(policy.spec().timeout().http().requestReceivedTimeout()));
    assertThat(rulesAt("https")).allMatch(rule -> rule.getTimeouts().getRequest().equals("60s"));
  }

  /** As the page of a restore says: partners come last, and networks are let in. */
  @Test
  void theFirstRuleIsThatOfPartnersAlone() {
    assertThat(rulesAt("https").get(0).getMatches())
        .singleElement()
        .matches(match -> match.getPath().getValue().equals("/business"));
  }

  private List<HTTPRouteRule> rulesAt(String listener) {
    return overlay.all(HTTPRoute.class).stream()
        .filter(route -> route.getSpec().getParentRefs().get(0).getSectionName().equals(listener))
        .flatMap(route -> route.getSpec().getRules().stream())
        .toList();
  }
}
