package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.quarkus.vertx.http.runtime.security.SecurityHandlerPriorities;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.mizani.support.TestDatabase;

/**
 * Filters of the framework that the service does without. With its own handler of failed
 * authentications the framework builds the table of all routes anew for each request.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FrameworkAuthenticationApiTest {

  @Inject Handlers handlers;

  /** The handlers of failed authentications, as they are behind the framework's filters. */
  @Singleton
  static class Handlers {

    private final Map<String, Object> ofPath = new ConcurrentHashMap<>();

    void register(@Observes Filters filters) {
      filters.register(this::keep, SecurityHandlerPriorities.AUTHORIZATION);
    }

    private void keep(RoutingContext exchange) {
      ofPath.put(exchange.request().path(), exchange.get(QuarkusHttpUser.AUTH_FAILURE_HANDLER));
      exchange.next();
    }
  }

  @Test
  void noHandlerOfFailedAuthenticationsIsTheFrameworksOwn() {
    String path = "/business/balance/" + System.nanoTime();

    given().get(path);

    assertThat(handlers.ofPath.get(path).getClass().getPackageName()).isEqualTo("org.mizani.http");
  }
}
