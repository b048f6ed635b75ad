package org.mizani.http;

import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Filter of answers to OPTIONS: {@code Allow} names HEAD only where there is a GET. Where a
 * resource has several paths, the framework names the methods of all.
 */
@Singleton
public class AllowFilter {

  @ServerResponseFilter
  public void filter(ContainerResponseContext response) {
    if (!response.getHeaders().containsKey(HttpHeaders.ALLOW)) {
      return;
    }
    Set<String> methods = new TreeSet<>(response.getAllowedMethods());
    if (!methods.contains(HttpMethod.GET)) {
      methods.remove(HttpMethod.HEAD);
    }
    response.getHeaders().putSingle(HttpHeaders.ALLOW, String.join(", ", methods));
  }
}
