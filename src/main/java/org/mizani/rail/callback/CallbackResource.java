package org.mizani.rail.callback;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jboss.resteasy.reactive.RestPath;
import org.mizani.http.SourceNetwork;
import org.mizani.rail.CallbackReader.Acknowledgement;

/**
 * Endpoint at which networks tell what became of payments (ADR 19): {@code /rails/{name}/{secret}},
 * and {@code /rails/{name}/{secret}/{token}} for one payment. Whoever does not know the secret
 * finds nothing here.
 */
@Path("/rails/{rail}/{secret}")
@Consumes(MediaType.WILDCARD)
public class CallbackResource {

  private final Callbacks callbacks;

  CallbackResource(Callbacks callbacks) {
    this.callbacks = callbacks;
  }

  @POST
  public Uni<Response> post(
      @RestPath String rail, @RestPath String secret, byte[] body, RoutingContext exchange) {
    return receive(rail, secret, Optional.empty(), body, exchange);
  }

  @PUT
  public Uni<Response> put(
      @RestPath String rail, @RestPath String secret, byte[] body, RoutingContext exchange) {
    return receive(rail, secret, Optional.empty(), body, exchange);
  }

  @POST
  @Path("/{token}")
  public Uni<Response> postOfPayment(
      @RestPath String rail,
      @RestPath String secret,
      @RestPath String token,
      byte[] body,
      RoutingContext exchange) {
    return receive(rail, secret, Optional.of(token), body, exchange);
  }

  @PUT
  @Path("/{token}")
  public Uni<Response> putOfPayment(
      @RestPath String rail,
      @RestPath String secret,
      @RestPath String token,
      byte[] body,
      RoutingContext exchange) {
    return receive(rail, secret, Optional.of(token), body, exchange);
  }

  private Uni<Response> receive(
      String rail, String secret, Optional<String> token, byte[] body, RoutingContext exchange) {
    HttpServerRequest request = exchange.request();
    return callbacks
        .receive(
            new CallbackRequest(
                rail,
                secret,
                token,
                request.method().name(),
                Optional.ofNullable(request.getHeader("Host")).orElse(""),
                request.path(),
                headers(exchange),
                body == null ? new byte[0] : body,
                SourceNetwork.addressOf(request)))
        .map(CallbackResource::answer);
  }

  private static Map<String, String> headers(RoutingContext exchange) {
    Map<String, String> headers = new TreeMap<>();
    exchange
        .request()
        .headers()
        .forEach(
            header -> headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
    CallbackFilter.contentType(exchange)
        .ifPresent(type -> headers.put(CallbackFilter.CONTENT_TYPE, type));
    return headers;
  }

  private static Response answer(Acknowledgement acknowledgement) {
    return Response.status(acknowledgement.status())
        .type(acknowledgement.contentType())
        .entity(acknowledgement.body())
        .build();
  }
}
