package org.mizani.deploy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.Gateway;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import java.util.List;

/**
 * A kind of object that the manifests may have. There is no {@code Secret} among them: the
 * repository has none.
 */
record Kind(String apiVersion, Class<?> type) {

  private static final List<Kind> ALL =
      List.of(
          new Kind("v1", Namespace.class),
          new Kind("v1", ConfigMap.class),
          new Kind("v1", Service.class),
          new Kind("v1", ServiceAccount.class),
          new Kind("apps/v1", Deployment.class),
          new Kind("batch/v1", Job.class),
          new Kind("autoscaling/v2", HorizontalPodAutoscaler.class),
          new Kind("policy/v1", PodDisruptionBudget.class),
          new Kind("networking.k8s.io/v1", Ingress.class),
          new Kind("networking.k8s.io/v1", NetworkPolicy.class),
          new Kind("gateway.networking.k8s.io/v1", Gateway.class),
          new Kind("gateway.networking.k8s.io/v1", HTTPRoute.class),
          new Kind("gateway.envoyproxy.io/v1alpha1", ClientTrafficPolicy.class),
          new Kind("monitoring.coreos.com/v1", PodMonitor.class),
          new Kind("monitoring.coreos.com/v1", PrometheusRule.class),
          new Kind("external-secrets.io/v1", ExternalSecret.class),
          new Kind("cert-manager.io/v1", Certificate.class),
          new Kind("cert-manager.io/v1", Issuer.class),
          new Kind("postgresql.cnpg.io/v1", Cluster.class),
          new Kind("postgresql.cnpg.io/v1", ScheduledBackup.class),
          new Kind("barmancloud.cnpg.io/v1", ObjectStore.class));

  static Kind of(String apiVersion, String name) {
    return ALL.stream()
        .filter(kind -> kind.apiVersion.equals(apiVersion))
        .filter(kind -> kind.type.getSimpleName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no kind %s of %s".formatted(name, apiVersion)));
  }
}
