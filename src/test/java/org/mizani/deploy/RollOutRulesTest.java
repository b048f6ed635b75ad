package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.apps.DeploymentSpec;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDeployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetSpec;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules for the deployment, so that partners do not notice a new version, a lost node or more load.
 */
@ParameterizedClass
@MethodSource("org.mizani.deploy.Overlay#all")
class RollOutRulesTest {

  // A stop takes this long, with the delay, if the database does not answer.
  private static final long LONGEST_STOP_SECONDS = 50;

  private static final String ARGO_CD = "argocd.argoproj.io/";

  private final Overlay overlay;

  RollOutRulesTest(Overlay overlay) {
    this.overlay = overlay;
  }

  @ParameterizedTest
  @CsvSource({"startup, started", "readiness, ready", "liveness, live"})
  void hasAProbeForEachKindOfHealth(String kind, String path) {
    Probe probe = probe(kind);
    assertThat(probe.getHttpGet().getPath()).isEqualTo("/q/health/" + path);
    assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo("management");
    assertThat(port("http")).as("quarkus.http.port").isEqualTo(8080);
  }

  @Test
  void leavesTheServiceBeforeItRefusesRequests() throws IOException {
    Probe readiness = probe("readiness");
    assertThat(Duration.ofSeconds(readiness.getPeriodSeconds() * readiness.getFailureThreshold()))
        .isLessThan(shutdown("delay"));
    assertThat(preStopSeconds()).isPositive();
  }

  @Test
  void hasTheGracePeriodThatAStopTakes() throws IOException {
    long grace = podGraceSeconds();
    long asConfigured =
        shutdown("delay").toSeconds() + shutdown("timeout").toSeconds() + preStopSeconds();
    assertThat(grace).isGreaterThan(asConfigured);
    assertThat(grace).isGreaterThan(LONGEST_STOP_SECONDS + preStopSeconds());
  }

  @Test
  void aNewPodStartsBeforeAnOldOneStops() {
    RollingUpdateDeployment rolling = spec().getStrategy().getRollingUpdate();
    assertThat(rolling.getMaxUnavailable().getIntVal()).isZero();
    assertThat(rolling.getMaxSurge().getIntVal()).isPositive();
  }

  @Test
  void aJobOfTheSameImageMigratesTheSchema() {
    Job job = overlay.only(Job.class);
    var container = job.getSpec().getTemplate().getSpec().getContainers().get(0);
    assertThat(container.getArgs()).containsExactly("migrate");
    assertThat(container.getImage()).isEqualTo(overlay.service().getImage());
    assertThat(overlay.settings(container))
        .containsEntry("DB_URL", overlay.settings(overlay.service()).get("DB_URL"))
        .containsEntry(
            "PAYMENTS_ENVIRONMENT",
            overlay.settings(overlay.service()).get("PAYMENTS_ENVIRONMENT"));
    assertThat(overlay.settings(overlay.service()))
        .containsEntry("PAYMENTS_MIGRATE_AT_START", "false");
  }

  /** In the order of {@code k8s/roll-out}: all else, the Job, the service. */
  @Test
  void argoCdMigratesBeforeItRollsOut() throws IOException {
    Map<String, String> waves = Map.of("migration", "1", "service", "2");
    try (var documents =
        new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(overlay.text())) {
      assertThat(documents.readAll())
          .extracting(document -> document.path("metadata"))
          .allSatisfy(
              metadata ->
                  assertThat(metadata.path("annotations").path(ARGO_CD + "sync-wave").asText())
                      .isEqualTo(
                          waves.getOrDefault(
                              metadata.path("labels").path("app.kubernetes.io/component").asText(),
                              "")));
    }
    assertThat(overlay.only(Job.class).getMetadata().getAnnotations())
        .containsEntry(ARGO_CD + "hook", "Sync")
        .containsEntry(ARGO_CD + "hook-delete-policy", "BeforeHookCreation");
  }

  @Test
  void isScaledByTheAutoscalerAlone() {
    HorizontalPodAutoscalerSpec scaling = overlay.only(HorizontalPodAutoscaler.class).getSpec();
    assertThat(spec().getReplicas()).isNull();
    assertThat(scaling.getScaleTargetRef().getKind()).isEqualTo("Deployment");
    assertThat(scaling.getScaleTargetRef().getApiVersion())
        .isEqualTo(overlay.deployment().getApiVersion());
    assertThat(scaling.getScaleTargetRef().getName())
        .isEqualTo(overlay.deployment().getMetadata().getName());
    assertThat(scaling.getMinReplicas()).isGreaterThan(1).isLessThan(scaling.getMaxReplicas());
    // Utilisation is a share of the requested resource, so a request has to exist.
    assertThat(overlay.service().getResources().getRequests())
        .containsKey(scaling.getMetrics().get(0).getResource().getName());
  }

  @Test
  void theDatabaseHasConnectionsForAllPods() throws IOException {
    int pool = Integer.parseInt(property("quarkus.datasource.reactive.max-size"));
    int pods = overlay.only(HorizontalPodAutoscaler.class).getSpec().getMaxReplicas() + 1;
    String connections =
        overlay.only(Cluster.class).spec().postgresql().parameters().get("max_connections");
    int longReads = 2; // payments.database.long-reads
    assertThat(pods * (pool + longReads) + 20).isLessThanOrEqualTo(Integer.parseInt(connections));
  }

  @Test
  void losesOnePodAtATimeToMaintenance() {
    PodDisruptionBudgetSpec budget = overlay.only(PodDisruptionBudget.class).getSpec();
    assertThat(budget.getMaxUnavailable().getIntVal()).isEqualTo(1);
    assertThat(budget.getSelector().getMatchLabels()).isEqualTo(selector());
  }

  @Test
  void isSpreadOverZonesAndNodes() {
    assertThat(spec().getTemplate().getSpec().getTopologySpreadConstraints())
        .allMatch(spread -> spread.getLabelSelector().getMatchLabels().equals(selector()))
        .extracting(TopologySpreadConstraint::getTopologyKey)
        .containsExactly("topology.kubernetes.io/zone", "kubernetes.io/hostname");
  }

  @Test
  void selectsItsOwnPodsAndNotTheJobs() {
    assertThat(spec().getTemplate().getMetadata().getLabels()).containsAllEntriesOf(selector());
    assertThat(overlay.only(Job.class).getSpec().getTemplate().getMetadata().getLabels())
        .doesNotContainEntry(
            "app.kubernetes.io/component", selector().get("app.kubernetes.io/component"));
  }

  private DeploymentSpec spec() {
    return overlay.deployment().getSpec();
  }

  private Map<String, String> selector() {
    return spec().getSelector().getMatchLabels();
  }

  private long podGraceSeconds() {
    return spec().getTemplate().getSpec().getTerminationGracePeriodSeconds();
  }

  private long preStopSeconds() {
    return overlay.service().getLifecycle().getPreStop().getSleep().getSeconds();
  }

  private int port(String name) {
    return overlay.service().getPorts().stream()
        .filter(port -> port.getName().equals(name))
        .mapToInt(ContainerPort::getContainerPort)
        .findFirst()
        .orElseThrow();
  }

  private Probe probe(String kind) {
    return switch (kind) {
      case "startup" -> overlay.service().getStartupProbe();
      case "readiness" -> overlay.service().getReadinessProbe();
      case "liveness" -> overlay.service().getLivenessProbe();
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static Duration shutdown(String part) throws IOException {
    return Duration.parse("PT" + property("quarkus.shutdown." + part));
  }

  private static String property(String name) throws IOException {
    Properties properties = new Properties();
    try (Reader reader =
        Files.newBufferedReader(Path.of("src/main/resources/application.properties"))) {
      properties.load(reader);
    }
    return properties.getProperty(name);
  }
}
