package org.mizani.console;

import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.mizani.fault.FaultBody;
import org.mizani.http.ExchangeFilter;

/**
 * Filter of the console's refusals: each is a page in place of JSON, and a request without a valid
 * session is sent to the log-in. Where htmx asked for a part, the whole page is read again: htmx
 * would leave the part of before, without a word.
 */
@Singleton
public class ConsoleAnswerFilter {

  private static final String LOG_IN = "/console/log-in";
  private static final String PART = "HX-Request";
  private static final int REFUSED = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int SEE_OTHER = 303;

  // The framework makes its filters at build time, when there are no settings yet.
  private final Instance<ErrorPages> pages;

  ConsoleAnswerFilter(Instance<ErrorPages> pages) {
    this.pages = pages;
  }

  /** Writes a refusal as a page. */
  @ServerResponseFilter
  public void filter(ContainerResponseContext response) {
    ResteasyReactiveRequestContext request = CurrentRequestManager.get();
    if (request == null || !ExchangeFilter.isConsole(request.getPath())) {
      return;
    }
    int status = response.getStatus();
    boolean part = header(request, PART) != null;
    if (response.getEntity() instanceof FaultBody refusal) {
      if (status == UNAUTHORIZED) {
        sendToLogIn(response, part);
        forgetSession(request, response);
      } else {
        String id = header(request, ExchangeFilter.REQUEST_ID);
        RoutingContext exchange = request.unwrap(RoutingContext.class);
        show(response, pages.get().page(exchange, status, messageOf(refusal), id));
      }
    }
    if (part && status >= REFUSED && status != UNAUTHORIZED) {
      response.getHeaders().putSingle("HX-Refresh", "true");
    }
  }

  private static String header(ResteasyReactiveRequestContext request, String name) {
    return request.serverRequest().getRequestHeader(name);
  }

  private static void show(ContainerResponseContext response, String page) {
    response.setEntity(page, new Annotation[0], MediaType.valueOf(Answers.HTML));
    response.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, Answers.HTML);
  }

  /** htmx would follow a redirect, and put the log-in into a part of the page. */
  private static void sendToLogIn(ContainerResponseContext response, boolean part) {
    response.setEntity(null);
    if (!part) {
      response.setStatus(SEE_OTHER);
    }
    response.getHeaders().remove(HttpHeaders.WWW_AUTHENTICATE);
    response.getHeaders().remove(HttpHeaders.CONTENT_TYPE);
    response.getHeaders().putSingle(part ? "HX-Redirect" : HttpHeaders.LOCATION, LOG_IN);
  }

  /**
   * Has the browser forget a session that is refused, and no other: it sends none with a link of
   * another site, and keeps its valid one.
   */
  private static void forgetSession(
      ResteasyReactiveRequestContext request, ContainerResponseContext response) {
    if (ConsoleSession.find(request.unwrap(RoutingContext.class)).isPresent()) {
      response.getHeaders().putSingle(HttpHeaders.SET_COOKIE, ConsoleSession.noCookie());
    }
  }

  private static String messageOf(FaultBody refusal) {
    return refusal instanceof FaultBody.Usual usual
        ? usual.error()
        : ((FaultBody.Authorization) refusal).message();
  }
}
