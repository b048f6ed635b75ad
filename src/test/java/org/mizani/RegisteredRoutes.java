package org.mizani;

import io.quarkus.resteasy.reactive.server.runtime.ResteasyReactiveRecorder;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jboss.resteasy.reactive.server.mapping.RuntimeResource;
import org.jboss.resteasy.reactive.server.util.RuntimeResourceVisitor;

/**
 * Routes of the running service as the framework has registered them: a route that documents and
 * sources do not show is here too.
 */
final class RegisteredRoutes {

  private RegisteredRoutes() {}

  /** The operations, as {@code GET /business/balance}. */
  static SortedSet<String> operations() {
    SortedSet<String> operations = new TreeSet<>();
    RuntimeResourceVisitor.visitRuntimeResources(
        "",
        ResteasyReactiveRecorder.getCurrentDeployment().getClassMappers(),
        new RuntimeResourceVisitor() {
          @Override
          public void visitRuntimeResource(String verb, String path, RuntimeResource resource) {
            operations.add(verb + " " + path);
          }
        });
    return operations;
  }

  /** The method of each operation, as {@code BusinessResource.create}. */
  static SortedMap<String, String> methods() {
    SortedMap<String, String> methods = new TreeMap<>();
    RuntimeResourceVisitor.visitRuntimeResources(
        "",
        ResteasyReactiveRecorder.getCurrentDeployment().getClassMappers(),
        new RuntimeResourceVisitor() {
          @Override
          public void visitRuntimeResource(String verb, String path, RuntimeResource resource) {
            // Of several methods of one operation, one for each type of body, none is the method.
            if (resource.getResourceClass() != null) {
              methods.put(
                  verb + " " + path,
                  resource.getResourceClass().getSimpleName() + "." + resource.getJavaMethodName());
            }
          }
        });
    return methods;
  }

  /**
   * The paths of all routes that are no operations; a path that ends in a slash covers all paths
   * below it.
   */
  static List<String> others(Router router) {
    return router.getRoutes().stream()
        .map(Route::getPath)
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }
}
