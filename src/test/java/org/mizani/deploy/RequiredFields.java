package org.mizani.deploy;

import java.util.List;
import java.util.Map;

/** The fields without which the API server, or this service, does not take an object. */
final class RequiredFields {

  private static final Map<String, List<String>> OF_TYPES =
      Map.ofEntries(
          Map.entry("Namespace", List.of("metadata")),
          Map.entry("ServiceAccount", List.of("metadata")),
          Map.entry("ConfigMap", List.of("metadata", "data")),
          Map.entry("Service", List.of("metadata", "spec")),
          Map.entry("ServiceSpec", List.of("selector", "ports")),
          Map.entry("ServicePort", List.of("name", "port", "targetPort")),
          Map.entry("Deployment", List.of("metadata", "spec")),
          Map.entry("DeploymentSpec", List.of("selector", "strategy", "template")),
          Map.entry("LabelSelectorRequirement", List.of("key", "operator")),
          Map.entry("Job", List.of("metadata", "spec")),
          Map.entry("JobSpec", List.of("template", "backoffLimit", "activeDeadlineSeconds")),
          Map.entry("PodTemplateSpec", List.of("metadata", "spec")),
          Map.entry("PodSpec", List.of("containers", "securityContext", "serviceAccountName")),
          Map.entry("Container", List.of("name", "image", "resources", "securityContext")),
          Map.entry("ContainerPort", List.of("name", "containerPort")),
          Map.entry("EnvVar", List.of("name")),
          Map.entry("SecretKeySelector", List.of("name", "key")),
          Map.entry("ConfigMapEnvSource", List.of("name")),
          Map.entry("KeyToPath", List.of("key", "path")),
          Map.entry("SecretVolumeSource", List.of("secretName")),
          Map.entry("Volume", List.of("name")),
          Map.entry("VolumeMount", List.of("name", "mountPath")),
          Map.entry("Probe", List.of("periodSeconds", "timeoutSeconds", "failureThreshold")),
          Map.entry("HTTPGetAction", List.of("path", "port")),
          Map.entry("SleepAction", List.of("seconds")),
          Map.entry(
              "TopologySpreadConstraint",
              List.of("maxSkew", "topologyKey", "whenUnsatisfiable", "labelSelector")),
          Map.entry("HorizontalPodAutoscaler", List.of("metadata", "spec")),
          Map.entry(
              "HorizontalPodAutoscalerSpec",
              List.of("scaleTargetRef", "minReplicas", "maxReplicas", "metrics")),
          Map.entry("CrossVersionObjectReference", List.of("apiVersion", "kind", "name")),
          Map.entry("MetricSpec", List.of("type")),
          Map.entry("PodDisruptionBudget", List.of("metadata", "spec")),
          Map.entry("PodDisruptionBudgetSpec", List.of("selector")),
          Map.entry("Ingress", List.of("metadata", "spec")),
          Map.entry("IngressSpec", List.of("ingressClassName", "tls", "rules")),
          Map.entry("IngressTLS", List.of("hosts", "secretName")),
          Map.entry("IngressRule", List.of("host", "http")),
          Map.entry("HTTPIngressPath", List.of("path", "pathType", "backend")),
          Map.entry("IngressServiceBackend", List.of("name", "port")),
          Map.entry("Gateway", List.of("metadata", "spec")),
          Map.entry("GatewaySpec", List.of("gatewayClassName", "listeners")),
          Map.entry("Listener", List.of("name", "protocol", "port", "hostname", "allowedRoutes")),
          Map.entry("ListenerTLSConfig", List.of("mode", "certificateRefs")),
          Map.entry("HTTPRoute", List.of("metadata", "spec")),
          Map.entry("HTTPRouteSpec", List.of("parentRefs", "hostnames", "rules")),
          Map.entry("ParentReference", List.of("name", "sectionName")),
          Map.entry("HTTPPathMatch", List.of("type", "value")),
          Map.entry("HTTPBackendRef", List.of("name", "port")),
          Map.entry("NetworkPolicy", List.of("metadata", "spec")),
          Map.entry("NetworkPolicySpec", List.of("podSelector", "policyTypes")),
          Map.entry("NetworkPolicyPort", List.of("protocol", "port")),
          Map.entry("IPBlock", List.of("cidr")),
          Map.entry("Certificate", List.of("metadata", "spec")),
          Map.entry(
              "CertificateSpec",
              List.of("secretName", "commonName", "duration", "privateKey", "issuerRef")),
          Map.entry("Issuer", List.of("metadata", "spec")),
          Map.entry("PodMonitor", List.of("metadata", "spec")),
          Map.entry("PodMonitorSpec", List.of("selector", "podMetricsEndpoints")));

  private RequiredFields() {}

  static List<String> of(Class<?> type) {
    return type.isRecord() ? List.of() : OF_TYPES.getOrDefault(type.getSimpleName(), List.of());
  }
}
