package org.mizani.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.CharConversionException;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.mizani.database.Bulkhead;
import org.mizani.database.DatabaseOutage;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.BodyFault;
import org.mizani.fault.FaultBody;
import org.mizani.fault.FaultHeaders;
import org.mizani.figures.MeasuredRoute;
import org.mizani.work.Overflow;

/**
 * Mapper of exceptions to the answers of the fault catalogue. An unexpected exception is logged
 * with the request's id and answered 500 {@code internal error} without any detail.
 */
@Singleton
@RegisterForReflection(targets = {FaultBody.Usual.class, FaultBody.Authorization.class})
public class FaultMapper {

  private static final String OPERATORS = "/operator/";

  private static final Logger LOG = Logger.getLogger(FaultMapper.class);

  private final OutageLog outages;
  private final AllowFilter verbs;

  FaultMapper(OutageLog outages, AllowFilter verbs) {
    this.outages = outages;
    this.verbs = verbs;
  }

  @ServerExceptionMapper
  public Response answer(ApiException exception, RoutingContext exchange) {
    if (exception.fault() == ApiFault.PAYLOAD_TOO_LARGE) {
      ExchangeFilter.closeOnceAnswered(exchange);
    }
    return response(exception.fault());
  }

  @ServerExceptionMapper
  public Response answer(WebApplicationException exception, RoutingContext exchange) {
    int status = exception.getResponse().getStatus();
    return switch (status) {
      case 400 -> response(BodyFault.of(exception.getCause()));
      case 415 -> response(ApiFault.CONTENT_TYPE);
      // The framework finds no path for a wrong verb where several resources share its beginning.
      case 404 -> response(verbs.isWrongVerb() ? ApiFault.METHOD_NOT_ALLOWED : ApiFault.NOT_FOUND);
      case 405 -> response(ApiFault.METHOD_NOT_ALLOWED);
      case 413 -> response(ApiFault.PAYLOAD_TOO_LARGE);
      default -> answer((Throwable) exception, exchange);
    };
  }

  // Quarkus has a mapper of its own for this one, which the general one below does not replace.
  @ServerExceptionMapper
  public Response answer(MismatchedInputException exception) {
    return response(BodyFault.of(exception));
  }

  @ServerExceptionMapper
  public Response answer(JsonProcessingException exception) {
    return response(BodyFault.of(exception));
  }

  // A body in no encoding of JSON; the parser does not throw a JSON exception for it.
  @ServerExceptionMapper
  public Response answer(CharConversionException exception) {
    return response(ApiFault.JSON_SYNTAX);
  }

  @ServerExceptionMapper
  public Response answer(Overflow overload, RoutingContext exchange) {
    return unavailable(mayHaveBegun(exchange));
  }

  // No outage: the work of others took all places in time, and this has not begun.
  @ServerExceptionMapper
  public Response answer(Bulkhead.NoPlace full, RoutingContext exchange) {
    return unavailable(mayHaveBegun(exchange));
  }

  @ServerExceptionMapper
  public Response answer(Throwable failure, RoutingContext exchange) {
    String requestId = exchange.request().getHeader(ExchangeFilter.REQUEST_ID);
    if (DatabaseOutage.isBehind(failure)) {
      boolean unknown =
          exchange.request().method() != HttpMethod.GET
              && (mayHaveBegun(exchange) || DatabaseOutage.leavesOutcomeUnknown(failure));
      outages.refused(requestId, failure, unknown);
      return unavailable(unknown);
    }
    LOG.errorf(failure, "request %s failed", requestId);
    return response(ApiFault.INTERNAL_ERROR);
  }

  /** A partner's request takes effect in one transaction; an operator's may in several. */
  private static boolean mayHaveBegun(RoutingContext exchange) {
    return exchange.request().method() != HttpMethod.GET
        && (exchange.request().path().startsWith(OPERATORS)
            || ExchangeFilter.isConsole(exchange.request().path()));
  }

  /** 503: the request had no effect, unless a header says that this is not known. */
  private static Response unavailable(boolean unknown) {
    return response(unknown ? ApiFault.OUTCOME_UNKNOWN : ApiFault.SERVICE_UNAVAILABLE);
  }

  private static Response response(ApiFault fault) {
    ResteasyReactiveRequestContext request = CurrentRequestManager.get();
    if (request != null) {
      MeasuredRoute.ofRefused(request.unwrap(RoutingContext.class), fault);
    }
    Response.ResponseBuilder response =
        Response.status(fault.status()).type(MediaType.APPLICATION_JSON_TYPE).entity(fault.body());
    FaultHeaders.of(fault).forEach(response::header);
    return response.build();
  }
}
