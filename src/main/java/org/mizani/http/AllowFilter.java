package org.mizani.http;

import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.Deployment;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.mapping.RuntimeResource;
import org.jboss.resteasy.reactive.server.util.RuntimeResourceVisitor;

/**
 * Filter of answers to OPTIONS and to a wrong verb: {@code Allow} names the methods that work at
 * the path, by the routes of the service. To OPTIONS the framework names those of all paths of a
 * resource, and HEAD where there is no GET; to a wrong verb it names none.
 */
@Singleton
public class AllowFilter {

  private volatile List<Route> routes = List.of();

  /** Method of a path, whose parameters are a segment each. */
  private record Route(String method, List<String> segments) {

    private boolean leadsTo(List<String> path) {
      return segments.size() == path.size()
          && IntStream.range(0, path.size())
              .allMatch(
                  i -> segments.get(i).startsWith("{") || segments.get(i).equals(path.get(i)));
    }
  }

  @ServerResponseFilter
  public void filter(ContainerResponseContext response) {
    boolean wrongVerb = response.getStatus() == Status.METHOD_NOT_ALLOWED.getStatusCode();
    if (wrongVerb || response.getHeaders().containsKey(HttpHeaders.ALLOW)) {
      response.getHeaders().putSingle(HttpHeaders.ALLOW, String.join(", ", ofRequest()));
    }
  }

  /** The methods, with HEAD where GET works, and OPTIONS; empty at an unknown path. */
  private SortedSet<String> ofRequest() {
    ResteasyReactiveRequestContext request = CurrentRequestManager.get();
    return request == null ? new TreeSet<>() : of(request.getPath(), request.getDeployment());
  }

  /** Whether the path of the current request is known, and its method does not work there. */
  boolean isWrongVerb() {
    SortedSet<String> methods = ofRequest();
    return !methods.isEmpty() && !methods.contains(CurrentRequestManager.get().getMethod());
  }

  private SortedSet<String> of(String path, Deployment deployment) {
    if (routes.isEmpty()) {
      routes = routesOf(deployment);
    }
    List<String> segments = segments(path);
    SortedSet<String> methods = new TreeSet<>();
    routes.stream()
        .filter(route -> route.leadsTo(segments))
        .map(Route::method)
        .forEach(methods::add);
    if (methods.contains(HttpMethod.GET)) {
      methods.add(HttpMethod.HEAD);
    }
    if (!methods.isEmpty()) {
      methods.add(HttpMethod.OPTIONS);
    }
    return methods;
  }

  private static List<Route> routesOf(Deployment deployment) {
    List<Route> routes = new ArrayList<>();
    RuntimeResourceVisitor.visitRuntimeResources(
        "",
        deployment.getClassMappers(),
        new RuntimeResourceVisitor() {
          @Override
          public void visitRuntimeResource(String verb, String path, RuntimeResource resource) {
            routes.add(new Route(verb, segments(path)));
          }
        });
    return List.copyOf(routes);
  }

  private static List<String> segments(String path) {
    return Arrays.stream(path.split("/")).filter(segment -> !segment.isEmpty()).toList();
  }
}
