package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicySpec;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Access of partners, networks and operators to the service, and of the service to its database and
 * to receivers of webhooks.
 */
@ParameterizedClass
@MethodSource("org.mizani.deploy.Overlay#all")
class NetworkRulesTest {

  private static final String NAMESPACE = "kubernetes.io/metadata.name";

  private final Overlay overlay;

  NetworkRulesTest(Overlay overlay) {
    this.overlay = overlay;
  }

  @Test
  void operatorsHaveTheirOwnPortAndService() {
    Service partners = service("payments");
    Service operators = service("payments-operator");
    String port = overlay.settings(overlay.service()).get("PAYMENTS_OPERATOR_PORT");

    assertThat(overlay.service().getPorts())
        .filteredOn(open -> open.getName().equals("operator"))
        .singleElement()
        .matches(open -> open.getContainerPort() == Integer.parseInt(port));
    assertThat(targets(partners)).containsExactly("http");
    assertThat(targets(operators)).containsExactly("operator");
    assertThat(List.of(partners, operators))
        .allMatch(service -> service.getSpec().getType().equals("ClusterIP"))
        .allMatch(service -> service.getSpec().getSelector().equals(podsOfTheService()));
  }

  @Test
  void allTrafficIsDeniedByDefault() {
    NetworkPolicySpec deny = policy("default-deny");
    assertThat(deny.getPodSelector().getMatchLabels()).isEmpty();
    assertThat(deny.getPodSelector().getMatchExpressions()).isEmpty();
    assertThat(deny.getPolicyTypes()).containsExactlyInAnyOrder("Ingress", "Egress");
    assertThat(deny.getIngress()).isEmpty();
    assertThat(deny.getEgress()).isEmpty();
  }

  @Test
  void onlyOperatorsReachTheOperatorPort() {
    List<NetworkPolicyIngressRule> rules = policy("payments-service").getIngress();
    assertThat(rules).allMatch(rule -> rule.getPorts().size() == 1);
    assertThat(namespacesAt(rules, "operator")).containsExactly("payments-operators");
    assertThat(namespacesAt(rules, "http")).containsExactly(Entrance.of(overlay).namespace());
    assertThat(namespacesAt(rules, "management")).containsExactly("monitoring");
  }

  /** They run beside the service while the certificate of the entrance is issued or renewed. */
  @Test
  void theEntranceReachesTheSolversOfCertificateChallenges() {
    NetworkPolicySpec solvers = policy("certificate-challenges");

    assertThat(solvers.getPodSelector().getMatchLabels())
        .isEqualTo(Map.of("acme.cert-manager.io/http01-solver", "true"));
    assertThat(solvers.getPolicyTypes()).containsExactly("Ingress");
    assertThat(solvers.getIngress())
        .singleElement()
        .satisfies(
            rule -> {
              assertThat(rule.getPorts())
                  .singleElement()
                  .matches(open -> open.getPort().getIntVal() == 8089);
              assertThat(rule.getFrom())
                  .extracting(peer -> peer.getNamespaceSelector().getMatchLabels().get(NAMESPACE))
                  .containsExactly(Entrance.of(overlay).namespace());
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "127.0.0.0/8",
        "100.64.0.0/10"
      })
  void webhooksReachPublicAddressesOnly(String cidr) {
    assertThat(policy("payments-service").getEgress())
        .flatExtracting(NetworkPolicyEgressRule::getTo)
        .extracting(NetworkPolicyPeer::getIpBlock)
        .allMatch(block -> block.getExcept().contains(cidr) || block.getCidr().equals("2000::/3"))
        .hasSize(2);
  }

  @Test
  void theServiceAndItsMigrationReachTheDatabase() {
    String cluster = overlay.only(Cluster.class).metadata().getName();
    assertThat(policy("payments-db").getPodSelector().getMatchLabels())
        .containsEntry("cnpg.io/cluster", cluster);
    assertThat(policy("payments-to-database").getEgress())
        .flatExtracting(NetworkPolicyEgressRule::getTo)
        .singleElement()
        .matches(
            peer ->
                peer.getPodSelector().getMatchLabels().equals(Map.of("cnpg.io/cluster", cluster)));
    assertThat(policy("payments-to-database").getPodSelector().getMatchExpressions())
        .singleElement()
        .satisfies(
            expression ->
                assertThat(expression.getValues())
                    .containsExactlyElementsOf(
                        overlay.pods().stream()
                            .map(pod -> pod.getMetadata().getLabels())
                            .map(labels -> labels.get("app.kubernetes.io/component"))
                            .toList()));
    assertThat(overlay.settings(overlay.service()).get("DB_URL"))
        .startsWith("postgresql://" + cluster + "-rw:5432/payments?sslmode=verify-full");
  }

  @Test
  void metricsAreReadWhereTheyAreServed() {
    String port = overlay.settings(overlay.service()).get("PAYMENTS_MANAGEMENT_PORT");
    assertThat(overlay.service().getPorts())
        .filteredOn(open -> open.getName().equals("management"))
        .singleElement()
        .matches(open -> open.getContainerPort() == Integer.parseInt(port));
    var monitors = overlay.all(PodMonitor.class);
    assertThat(monitors)
        .filteredOn(
            monitor -> monitor.getSpec().getSelector().getMatchLabels().equals(podsOfTheService()))
        .singleElement()
        .satisfies(
            monitor ->
                assertThat(monitor.getSpec().getPodMetricsEndpoints())
                    .singleElement()
                    .matches(endpoint -> endpoint.getPort().equals("management"))
                    .matches(endpoint -> endpoint.getPath().equals("/q/metrics")));
  }

  private Map<String, String> podsOfTheService() {
    return overlay.deployment().getSpec().getSelector().getMatchLabels();
  }

  private Service service(String name) {
    return overlay.all(Service.class).stream()
        .filter(service -> service.getMetadata().getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> targets(Service service) {
    return service.getSpec().getPorts().stream()
        .map(port -> port.getTargetPort().getStrVal())
        .toList();
  }

  private NetworkPolicySpec policy(String name) {
    return overlay.all(NetworkPolicy.class).stream()
        .filter(policy -> policy.getMetadata().getName().equals(name))
        .map(NetworkPolicy::getSpec)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> namespacesAt(List<NetworkPolicyIngressRule> rules, String port) {
    return rules.stream()
        .filter(rule -> rule.getPorts().get(0).getPort().getStrVal().equals(port))
        .flatMap(rule -> rule.getFrom().stream())
        .map(peer -> peer.getNamespaceSelector().getMatchLabels().get(NAMESPACE))
        .toList();
  }
}
