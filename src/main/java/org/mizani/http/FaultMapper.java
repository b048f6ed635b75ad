package org.mizani.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.CharConversionException;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.mizani.database.DatabaseOutage;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.FaultBody;
import org.mizani.log.RedactedFailure;
import org.mizani.work.Overflow;

/**
 * Mapper of exceptions to the answers of the fault catalogue. An unexpected exception is logged
 * with the request's id and answered 500 {@code internal error} without any detail.
 */
@Singleton
@RegisterForReflection(targets = {FaultBody.Usual.class, FaultBody.Authorization.class})
public class FaultMapper {

  private static final Logger LOG = Logger.getLogger(FaultMapper.class);

  @ServerExceptionMapper
  public Response answer(ApiException exception, RoutingContext exchange) {
    if (exception.fault() == ApiFault.PAYLOAD_TOO_LARGE) {
      ExchangeFilter.closeOnceAnswered(exchange);
    }
    return response(exception.fault());
  }

  @ServerExceptionMapper
  public Response answer(WebApplicationException exception, HttpHeaders headers) {
    int status = exception.getResponse().getStatus();
    return switch (status) {
      case 400, 415 -> response(ApiFault.INVALID_PAYLOAD);
      case 404 -> response(ApiFault.NOT_FOUND);
      case 405 -> response(ApiFault.METHOD_NOT_ALLOWED);
      case 413 -> response(ApiFault.PAYLOAD_TOO_LARGE);
      default -> answer((Throwable) exception, headers);
    };
  }

  // Quarkus has a mapper of its own for this one, which the general one below does not replace.
  @ServerExceptionMapper
  public Response answer(MismatchedInputException exception) {
    return response(ApiFault.INVALID_PAYLOAD);
  }

  @ServerExceptionMapper
  public Response answer(JsonProcessingException exception) {
    return response(ApiFault.INVALID_PAYLOAD);
  }

  // A body in no encoding of JSON; the parser does not throw a JSON exception for it.
  @ServerExceptionMapper
  public Response answer(CharConversionException exception) {
    return response(ApiFault.INVALID_PAYLOAD);
  }

  @ServerExceptionMapper
  public Response answer(Overflow overload) {
    return response(ApiFault.SERVICE_UNAVAILABLE);
  }

  @ServerExceptionMapper
  public Response answer(Throwable failure, HttpHeaders headers) {
    String requestId = headers.getHeaderString(ExchangeFilter.REQUEST_ID);
    if (DatabaseOutage.isBehind(failure)) {
      LOG.warnf("request %s: database unavailable: %s", requestId, RedactedFailure.words(failure));
      return response(ApiFault.SERVICE_UNAVAILABLE);
    }
    LOG.errorf(failure, "request %s failed", requestId);
    return response(ApiFault.INTERNAL_ERROR);
  }

  private static Response response(ApiFault fault) {
    Response.ResponseBuilder response =
        Response.status(fault.status()).type(MediaType.APPLICATION_JSON_TYPE).entity(fault.body());
    fault
        .retryAfter()
        .ifPresent(wait -> response.header(HttpHeaders.RETRY_AFTER, Math.max(1, wait.toSeconds())));
    return response.build();
  }
}
