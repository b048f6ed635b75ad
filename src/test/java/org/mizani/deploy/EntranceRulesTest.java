package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Paths, hosts and TLS by which partners and networks come in, through an Ingress or a Gateway. */
@ParameterizedClass
@MethodSource("org.mizani.deploy.Overlay#all")
class EntranceRulesTest {

  private static final List<String> OF_INGRESS =
      List.of("Prefix /business", "Prefix /rails", "ImplementationSpecific /.well-known/jwks.json");
  private static final List<String> OF_GATEWAY =
      List.of("PathPrefix /business", "PathPrefix /rails", "Exact /.well-known/jwks.json");
  private static final List<String> OPEN_IN_TEST =
      List.of("Prefix /q/swagger-ui", "Prefix /q/openapi");
  private static final Path PARTNERS = Path.of("src/main/resources/openapi/partners.yaml");

  private final Overlay overlay;
  private final Entrance entrance;

  EntranceRulesTest(Overlay overlay) {
    this.overlay = overlay;
    this.entrance = Entrance.of(overlay);
  }

  @Test
  void partnersAndNetworksReachTheirPathsAndNoOthers() {
    assertThat(entrance.openings())
        .allMatch(opening -> opening.service().equals("payments"))
        .allMatch(opening -> opening.port().equals("http"))
        .extracting(opening -> opening.type() + " " + opening.path())
        .filteredOn(path -> !(isTest() && OPEN_IN_TEST.contains(path)))
        .containsExactlyElementsOf(Entrance.isGateway(overlay) ? OF_GATEWAY : OF_INGRESS);
  }

  @Test
  void eachPathOfThePartnersDocumentAndThePublishedKeysAreExposed() throws IOException {
    List<String> paths = new ArrayList<>(List.of("/.well-known/jwks.json"));
    new YAMLMapper()
        .readTree(PARTNERS.toFile())
        .get("paths")
        .fieldNames()
        .forEachRemaining(paths::add);

    assertThat(paths)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            path -> assertThat(entrance.openings()).anyMatch(opening -> opening.leadsTo(path)));
  }

  @Test
  void partnersConnectByTlsOnly() {
    assertThat(entrance.hosts()).isNotEmpty().isEqualTo(entrance.tlsHosts());
    assertThat(overlay.all(Ingress.class))
        .hasSize(Entrance.isGateway(overlay) ? 0 : 1)
        .allSatisfy(
            ingress ->
                assertThat(ingress.getMetadata().getAnnotations())
                    .containsEntry("nginx.ingress.kubernetes.io/ssl-redirect", "true")
                    .containsKey("nginx.ingress.kubernetes.io/proxy-body-size")
                    .allSatisfy((name, value) -> assertThat(name).doesNotContain("snippet")));
    assertThat(overlay.settings(overlay.service()))
        .containsEntry("QUARKUS_HTTP_PROXY_PROXY_ADDRESS_FORWARDING", "true")
        .containsKey("QUARKUS_HTTP_PROXY_TRUSTED_PROXIES");
  }

  private boolean isTest() {
    return overlay.settings(overlay.service()).get("PAYMENTS_ENVIRONMENT").equals("test");
  }
}
