package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for the project's pods: permissions, resources, images and mounts. */
@ParameterizedClass
@MethodSource("org.mizani.deploy.Overlay#all")
class PodRulesTest {

  /** With its version, and maybe the digest that pins it. */
  private static final String IMAGE = "[a-z0-9./-]+:[0-9]+(\\.[0-9]+)+(@sha256:[0-9a-f]{64})?";

  private final Overlay overlay;

  PodRulesTest(Overlay overlay) {
    this.overlay = overlay;
  }

  @Test
  void runsUnprivilegedAndApartFromItsNode() {
    assertThat(pods())
        .extracting(PodSpec::getSecurityContext)
        .allMatch(PodSecurityContext::getRunAsNonRoot)
        .allMatch(context -> context.getRunAsUser() > 0)
        .allMatch(context -> context.getSeccompProfile().getType().equals("RuntimeDefault"));
    assertThat(overlay.containers())
        .extracting(Container::getSecurityContext)
        .noneMatch(SecurityContext::getAllowPrivilegeEscalation)
        .allMatch(SecurityContext::getReadOnlyRootFilesystem)
        .allMatch(context -> context.getCapabilities().getDrop().equals(List.of("ALL")))
        .allMatch(context -> context.getCapabilities().getAdd().isEmpty())
        .allMatch(context -> context.getRunAsUser() == null && context.getPrivileged() == null);
    assertThat(pods())
        .allMatch(pod -> pod.getHostNetwork() == null && pod.getHostPID() == null)
        .flatExtracting(PodSpec::getVolumes)
        .allMatch(volume -> volume.getHostPath() == null);
  }

  @Test
  void isInANamespaceThatRefusesPrivilegedPods() {
    assertThat(overlay.only(Namespace.class).getMetadata().getLabels())
        .containsEntry("pod-security.kubernetes.io/enforce", "restricted");
  }

  @Test
  void runsAsTheUserOfItsImage() {
    String user = Dockerfile.read("Dockerfile.native-micro").only("USER").arguments();
    assertThat(pods())
        .allMatch(pod -> pod.getSecurityContext().getRunAsUser() == Long.parseLong(user));
  }

  @Test
  void getsNoKubernetesTokenAndNoServiceLinks() {
    assertThat(pods())
        .noneMatch(PodSpec::getAutomountServiceAccountToken)
        // Otherwise the address of the Service payments-operator would be taken for a port.
        .noneMatch(PodSpec::getEnableServiceLinks)
        .allMatch(pod -> pod.getServiceAccountName().equals("payments"));
  }

  @Test
  void hasRequestsAndLimits() {
    for (Container container : overlay.containers()) {
      Map<String, Quantity> requests = container.getResources().getRequests();
      Map<String, Quantity> limits = container.getResources().getLimits();
      assertThat(requests).containsOnlyKeys("cpu", "memory");
      assertThat(limits).containsOnlyKeys("cpu", "memory");
      assertThat(requests)
          .allSatisfy(
              (name, quantity) ->
                  assertThat(quantity.getNumericalAmount())
                      .isPositive()
                      .isLessThanOrEqualTo(limits.get(name).getNumericalAmount()));
    }
  }

  /** The executable needs memory beside its heap, for itself, threads and buffers. */
  @Test
  void leavesMemoryBesideItsHeap() {
    Container service = overlay.service();
    long limit = bytes(service.getResources().getLimits().get("memory"));
    List<String> heap = service.getArgs().stream().filter(a -> a.startsWith("-Xmx")).toList();
    assertThat(heap).hasSize(1);
    assertThat(bytes(new Quantity(heap.get(0).replace("-Xmx", "").replace("m", "Mi"))))
        .isPositive()
        .isLessThanOrEqualTo(limit - bytes(new Quantity("112Mi")));
  }

  private static long bytes(Quantity quantity) {
    return Quantity.getAmountInBytes(quantity).longValueExact();
  }

  @Test
  void hasAFixedVersion() {
    assertThat(overlay.containers())
        .extracting(Container::getImage)
        .allSatisfy(image -> assertThat(image).matches(IMAGE))
        .hasSize(2);
    assertThat(overlay.containers()).extracting(Container::getImage).containsOnly(image());
    assertThat(overlay.only(Cluster.class).spec().imageName())
        .matches("[a-z0-9./-]+:[0-9]+(\\.[0-9]+)+-[a-z-]+");
  }

  @Test
  void mountsTheFilesThatItsSettingsName() {
    for (Container container : overlay.containers()) {
      List<String> mounted =
          container.getVolumeMounts().stream().map(mount -> mount.getMountPath() + "/").toList();
      assertThat(overlay.settings(container).entrySet())
          .filteredOn(setting -> setting.getValue().startsWith("/"))
          .isNotEmpty()
          .allSatisfy(setting -> assertThat(mounted).anyMatch(setting.getValue()::startsWith));
      assertThat(mounted).as("the one place that can be written to").contains("/tmp/");
    }
  }

  @Test
  void mountsEachOfItsVolumesOnce() {
    for (PodSpec pod : pods()) {
      assertThat(pod.getContainers())
          .flatExtracting(Container::getVolumeMounts)
          .extracting("name")
          .containsExactlyInAnyOrderElementsOf(
              pod.getVolumes().stream().map(Volume::getName).toList());
    }
  }

  private List<PodSpec> pods() {
    return overlay.pods().stream().map(pod -> pod.getSpec()).toList();
  }

  private String image() {
    return overlay.service().getImage();
  }
}
