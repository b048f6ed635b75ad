package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Namespace;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rules for overlays of regions: the settings that they share, and the hosts, keys and backups of
 * their own.
 */
class RegionRulesTest {

  private static final Pattern SETTING =
      Pattern.compile("\\b(?:PAYMENTS|QUARKUS|DB|JWT)_[A-Z0-9_]*[A-Z0-9]\\b");
  private static final Pattern ADMITTED =
      Pattern.compile("kubernetes\\.io/metadata\\.name: (\\S+)");

  @ParameterizedTest
  @CsvSource({
    "production, production",
    "region-johannesburg, production",
    "region-kampala, production",
    "region-nairobi, production",
    "test, test",
    "test-networks, test"
  })
  void everyOverlayNamesItsEnvironment(String overlay, String environment) throws IOException {
    Overlay rendered = Overlay.of(overlay);
    assertThat(Kustomize.overlays()).hasSize(6).contains(overlay);
    assertThat(rendered.settings(rendered.service()))
        .containsEntry("PAYMENTS_ENVIRONMENT", environment);
  }

  @ParameterizedTest
  @CsvSource({
    "production, required",
    "region-johannesburg, required",
    "region-kampala, required",
    "region-nairobi, required",
    "test,",
    "test-networks,"
  })
  void onlyProductionRequiresASecondFactorOfOperators(String overlay, String requirement)
      throws IOException {
    Overlay rendered = Overlay.of(overlay);
    assertThat(rendered.settings(rendered.service()).get("PAYMENTS_OPERATOR_TOTP"))
        .isEqualTo(requirement);
  }

  @Test
  void overlaysShareNoNamespaceHostBackupsOrKeys() throws IOException {
    assertThat(ofAllOverlays(overlay -> overlay.only(Namespace.class).getMetadata().getName()))
        .doesNotHaveDuplicates();
    assertThat(ofAllOverlays(overlay -> Entrance.of(overlay).hosts().get(0)))
        .doesNotHaveDuplicates()
        .allMatch(host -> host.endsWith(".example.com"));
    assertThat(ofAllOverlays(overlay -> overlay.only(ObjectStore.class).spec().configuration()))
        .extracting(ObjectStore.Configuration::destinationPath)
        .doesNotHaveDuplicates()
        .allMatch(path -> path.startsWith("s3://"));
    assertThat(ofAllOverlays(RegionRulesTest::remoteKeys))
        .flatExtracting(keys -> keys)
        // Keys and backups of each overlay, and the networks of the two that are connected to any.
        .hasSize(2 * Kustomize.overlays().size() + 2)
        .doesNotHaveDuplicates()
        .noneMatch(key -> key.contains("set-by"));
  }

  @Test
  void allObjectsOfAnOverlayAreInItsNamespace() throws IOException {
    for (Overlay overlay : Overlay.all()) {
      String namespace = overlay.only(Namespace.class).getMetadata().getName();
      try (var documents =
          new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(overlay.text())) {
        assertThat(documents.readAll())
            .filteredOn(document -> !document.path("kind").asText().equals("Namespace"))
            .hasSizeGreaterThan(20)
            .allMatch(
                document -> document.path("metadata").path("namespace").asText().equals(namespace));
      }
    }
  }

  @Test
  void everyDatabaseKeepsCommitsOnTwoInstancesAndBackups() throws IOException {
    for (Overlay overlay : Overlay.all()) {
      Cluster.Spec cluster = overlay.only(Cluster.class).spec();
      assertThat(cluster.instances()).isEqualTo(3);
      assertThat(cluster.postgresql().synchronous())
          .isEqualTo(new Cluster.Synchronous("any", 1, "required"));
      assertThat(cluster.plugins())
          .singleElement()
          .matches(Cluster.Plugin::isWALArchiver)
          .matches(
              plugin ->
                  plugin
                      .parameters()
                      .get("barmanObjectName")
                      .equals(overlay.only(ObjectStore.class).metadata().getName()));
      assertThat(overlay.only(ScheduledBackup.class).spec().cluster().name())
          .isEqualTo(overlay.only(Cluster.class).metadata().getName());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"region-nairobi", "test-networks"})
  void anOverlayConnectsToNetworksByASecretFile(String connected) throws IOException {
    Overlay overlay = Overlay.of(connected);
    Path file = Path.of(overlay.settings(overlay.service()).get("QUARKUS_CONFIG_LOCATIONS"));

    assertThat(overlay.service().getVolumeMounts())
        .filteredOn(mount -> file.startsWith(mount.getMountPath()))
        .singleElement()
        .matches(mount -> mount.getReadOnly());
    Map<String, String> made =
        overlay.all(ExternalSecret.class).stream()
            .map(secret -> secret.spec().target())
            .filter(target -> target.name().equals("payments-rails"))
            .map(target -> target.template().data())
            .findFirst()
            .orElseThrow();
    Properties rails = new Properties();
    rails.load(new StringReader(made.get(file.getFileName().toString())));
    assertThat(rails.stringPropertyNames())
        .contains("payments.rail.kenya.type", "payments.rail.mobile.type")
        .allMatch(name -> name.startsWith("payments.rail."));
    assertThat(rails.stringPropertyNames())
        .filteredOn(name -> name.endsWith(".file"))
        .allMatch(name -> made.containsKey(fileName(rails.getProperty(name))));
    assertThat(rails.stringPropertyNames())
        .filteredOn(name -> name.matches(".*(secret|password|token|passkey)"))
        .isNotEmpty()
        .allMatch(name -> rails.getProperty(name).startsWith("{{"));
  }

  private static String fileName(String path) {
    return Path.of(path).getFileName().toString();
  }

  @Test
  void everySettingIsDocumented() throws IOException {
    Set<String> documented = new TreeSet<>();
    for (String page : List.of("docs/settings.md", "docs/operations.md")) {
      SETTING
          .matcher(Files.readString(Path.of(page)))
          .results()
          .map(MatchResult::group)
          .forEach(documented::add);
    }
    Set<String> used =
        Overlay.all().stream()
            .flatMap(
                overlay ->
                    overlay.containers().stream()
                        .flatMap(
                            container ->
                                Stream.concat(
                                    overlay.settings(container).keySet().stream(),
                                    container.getEnv().stream().map(env -> env.getName()))))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(used).hasSizeGreaterThan(10).isSubsetOf(documented);
  }

  /** No overlay makes them: they are among the requirements, but for the cluster's own. */
  @Test
  void everyNamespaceThatIsAdmittedIsRequired() throws IOException {
    Set<String> admitted = new TreeSet<>();
    for (Overlay overlay : Overlay.all()) {
      ADMITTED
          .matcher(overlay.text())
          .results()
          .map(found -> found.group(1))
          .forEach(admitted::add);
    }
    List<String> requirements =
        Files.readString(Path.of("docs/deployment.md"))
            .lines()
            .filter(line -> line.startsWith("| "))
            .toList();

    assertThat(admitted).contains("kube-system", "payments-operators");
    assertThat(admitted)
        .filteredOn(namespace -> !namespace.equals("kube-system"))
        .allSatisfy(
            namespace ->
                assertThat(requirements).anyMatch(row -> row.contains(": `" + namespace + "`")));
  }

  private static <T> List<T> ofAllOverlays(Function<Overlay, T> view) throws IOException {
    List<T> views = new ArrayList<>();
    for (Overlay overlay : Overlay.all()) {
      views.add(view.apply(overlay));
    }
    return views;
  }

  private static Set<String> remoteKeys(Overlay overlay) {
    return overlay.all(ExternalSecret.class).stream()
        .map(ExternalSecret::remoteKey)
        .collect(Collectors.toSet());
  }
}
