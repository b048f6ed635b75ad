package org.mizani.http;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.mizani.fault.ApiFault;

/**
 * Filter of request bodies, before they are parsed. A body must name its content type, unless it is
 * taken as bytes, arrive whole and be no larger than allowed. {@link BodySizeFilter} refuses a body
 * that announces itself as too large; the size of a body that is sent in chunks is known only here.
 * The answers that the service's own clients read have limits of their own, and may lack a type.
 */
@Provider
@ConstrainedTo(RuntimeType.SERVER)
@Singleton
public class BodyFilter implements ReaderInterceptor {

  private static final String ANY = "*";

  private final BodySizeFilter size;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  BodyFilter(BodySizeFilter size, RoutingContext exchange) {
    this.size = size;
    this.exchange = exchange;
  }

  @Override
  public Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
    if (context.getType() != byte[].class && !namesItsType(context)) {
      throw ApiFault.CONTENT_TYPE.asException();
    }
    int most = size.maxBodyBytes(exchange.request().path());
    ByteArrayInputStream body = whole(context.getInputStream(), most);
    if (body.available() > most) {
      throw ApiFault.PAYLOAD_TOO_LARGE.asException();
    }
    context.setInputStream(body);
    return context.proceed();
  }

  private static boolean namesItsType(ReaderInterceptorContext context) {
    String type = context.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
    return !Fields.isBlank(type) && !type.contains(ANY);
  }

  /** The framework hands over what it has gathered, unless a resource may block. */
  private ByteArrayInputStream whole(InputStream body, int most) {
    if (body instanceof ByteArrayInputStream gathered) {
      return gathered;
    }
    try {
      return new ByteArrayInputStream(body.readNBytes(most + 1));
    } catch (IOException e) {
      throw ApiFault.JSON_SYNTAX.asException();
    }
  }
}
