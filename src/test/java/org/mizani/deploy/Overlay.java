package org.mizani.deploy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapKeySelector;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An overlay as it is applied: the text, and the objects in it. */
record Overlay(String name, String text, List<Object> objects) {

  private static final Map<String, Overlay> RENDERED = new ConcurrentHashMap<>();

  static List<Overlay> all() throws IOException {
    return Kustomize.overlays().stream().map(Overlay::of).toList();
  }

  static Overlay of(String name) {
    return RENDERED.computeIfAbsent(
        name,
        overlay -> {
          String text = Kustomize.render(overlay);
          return new Overlay(overlay, text, StrictModel.parse(text));
        });
  }

  /** Its objects of a type. */
  <T> List<T> all(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Its only object of a type. */
  <T> T only(Class<T> type) {
    List<T> found = all(type);
    if (found.size() != 1) {
      throw new AssertionError(
          "%s has %d times %s".formatted(name, found.size(), type.getSimpleName()));
    }
    return found.get(0);
  }

  Deployment deployment() {
    return only(Deployment.class);
  }

  /** The templates of the project's pods: of the service, and of the Job that migrates. */
  List<PodTemplateSpec> pods() {
    return List.of(deployment().getSpec().getTemplate(), only(Job.class).getSpec().getTemplate());
  }

  List<Container> containers() {
    return pods().stream().flatMap(pod -> pod.getSpec().getContainers().stream()).toList();
  }

  /** The container of the service. */
  Container service() {
    return deployment().getSpec().getTemplate().getSpec().getContainers().get(0);
  }

  /** The settings of a container that stand in the manifests, in the clear. */
  Map<String, String> settings(Container container) {
    Map<String, String> settings = new HashMap<>();
    container.getEnvFrom().stream()
        .map(source -> source.getConfigMapRef().getName())
        .map(this::configMap)
        .forEach(settings::putAll);
    for (EnvVar variable : container.getEnv()) {
      if (variable.getValue() != null) {
        settings.put(variable.getName(), variable.getValue());
      } else if (variable.getValueFrom().getConfigMapKeyRef() != null) {
        ConfigMapKeySelector one = variable.getValueFrom().getConfigMapKeyRef();
        settings.put(variable.getName(), configMap(one.getName()).get(one.getKey()));
      }
    }
    return settings;
  }

  private Map<String, String> configMap(String map) {
    return all(ConfigMap.class).stream()
        .filter(candidate -> candidate.getMetadata().getName().equals(map))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " has no ConfigMap " + map))
        .getData();
  }

  @Override
  public String toString() {
    return name;
  }
}
