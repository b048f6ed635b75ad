package org.mizani.deploy;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.Gateway;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPBackendRef;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteRule;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.Listener;
import io.fabric8.kubernetes.api.model.networking.v1.HTTPIngressPath;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import java.util.List;
import java.util.stream.Stream;

/**
 * Entrance of partners and networks into a region: an Ingress, or a Gateway with its routes.
 *
 * @param namespace of the proxies
 */
record Entrance(
    String namespace, List<String> hosts, List<String> tlsHosts, List<Opening> openings) {

  /** A path, and the port of a Service to which it leads. */
  record Opening(String type, String path, String service, String port) {

    boolean leadsTo(String requested) {
      return type.endsWith("Prefix")
          ? (requested + "/").startsWith(path + "/")
          : requested.equals(path);
    }
  }

  static Entrance of(Overlay overlay) {
    return isGateway(overlay) ? ofGateway(overlay) : ofIngress(overlay.only(Ingress.class));
  }

  static boolean isGateway(Overlay overlay) {
    return !overlay.all(Gateway.class).isEmpty();
  }

  private static Entrance ofIngress(Ingress ingress) {
    return new Entrance(
        "ingress-nginx",
        ingress.getSpec().getRules().stream().map(rule -> rule.getHost()).toList(),
        ingress.getSpec().getTls().stream().flatMap(tls -> tls.getHosts().stream()).toList(),
        ingress.getSpec().getRules().stream()
            .flatMap(rule -> rule.getHttp().getPaths().stream())
            .map(Entrance::openingOf)
            .toList());
  }

  private static Opening openingOf(HTTPIngressPath path) {
    return new Opening(
        path.getPathType(),
        path.getPath(),
        path.getBackend().getService().getName(),
        path.getBackend().getService().getPort().getName());
  }

  private static Entrance ofGateway(Overlay overlay) {
    return new Entrance(
        "envoy-gateway-system",
        overlay.all(HTTPRoute.class).stream()
            .flatMap(route -> route.getSpec().getHostnames().stream())
            .distinct()
            .toList(),
        overlay.only(Gateway.class).getSpec().getListeners().stream()
            .filter(listener -> listener.getTls() != null)
            .map(Listener::getHostname)
            .toList(),
        overlay.all(HTTPRoute.class).stream()
            .flatMap(route -> route.getSpec().getRules().stream())
            .flatMap(rule -> openingsOf(overlay, rule))
            .toList());
  }

  private static Stream<Opening> openingsOf(Overlay overlay, HTTPRouteRule rule) {
    return rule.getBackendRefs().stream()
        .flatMap(
            backend ->
                rule.getMatches().stream()
                    .map(
                        match ->
                            new Opening(
                                match.getPath().getType(),
                                match.getPath().getValue(),
                                backend.getName(),
                                portOf(overlay, backend))));
  }

  /** The name of a Service's port, which a route names by its number. */
  private static String portOf(Overlay overlay, HTTPBackendRef backend) {
    return overlay.all(Service.class).stream()
        .filter(service -> service.getMetadata().getName().equals(backend.getName()))
        .flatMap(service -> service.getSpec().getPorts().stream())
        .filter(port -> port.getPort().equals(backend.getPort()))
        .map(port -> port.getName())
        .findFirst()
        .orElseThrow();
  }
}
