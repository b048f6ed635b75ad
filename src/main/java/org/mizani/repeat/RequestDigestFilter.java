package org.mizani.repeat;

import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.inject.Singleton;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * Filter of the bodies of requests with an idempotency key: it keeps their digest. It runs behind
 * {@link org.mizani.http.BodyFilter}, which refuses a body that is too large.
 */
@Provider
@ConstrainedTo(RuntimeType.SERVER)
@Singleton
@Priority(Priorities.USER + 100)
public class RequestDigestFilter implements ReaderInterceptor {

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  RequestDigestFilter(RoutingContext exchange) {
    this.exchange = exchange;
  }

  @Override
  public Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
    if (context.getHeaders().containsKey(RequestKey.HEADER)) {
      byte[] body = context.getInputStream().readAllBytes();
      RequestDigest.keep(exchange, body);
      context.setInputStream(new ByteArrayInputStream(body));
    }
    return context.proceed();
  }
}
