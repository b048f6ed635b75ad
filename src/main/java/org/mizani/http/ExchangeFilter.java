package org.mizani.http;

import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.quarkus.vertx.http.runtime.security.SecurityHandlerPriorities;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;
import org.mizani.fault.FaultHeaders;
import org.mizani.figures.MeasuredRoute;

/**
 * First filter of every exchange: sets its request id and the security headers, refuses a head that
 * is too large, and gives it the form that the service reads.
 */
@Singleton
public class ExchangeFilter {

  /**
   * Header of the request id, which logs and the audit log name: the client's own, if it sent a
   * valid one, otherwise a new one. After this filter every request has it.
   */
  public static final String REQUEST_ID = "X-Request-Id";

  private static final BiConsumer<RoutingContext, Throwable> FAIL = RoutingContext::fail;

  /** Priority of this filter among the others: the higher ones are before it. */
  public static final int BEFORE_ALL_OTHERS = 1000;

  private static final AttributeKey<Boolean> ENDS = AttributeKey.valueOf("connection ends");

  /** Expectation of a client that sends its body only once it is asked for it. */
  private static final String CONTINUE = "100-continue";

  private static final String MANAGEMENT = "/q/";
  private static final String NETWORKS = "/rails/";

  private static final Pattern VALID_ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  private static final String CONSOLE = "/console";
  private static final String PAGE = "/q/swagger-ui";
  private static final String POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'";
  // The page starts by scripts within it.
  private static final String POLICY_OF_PAGE =
      "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'";

  private static final String POLICY_OF_CONSOLE =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private final HttpConfig config;

  ExchangeFilter(HttpConfig config) {
    config.validate();
    this.config = config;
  }

  void register(@Observes Filters filters) {
    filters.register(this::begin, BEFORE_ALL_OTHERS);
    filters.register(ExchangeFilter::failUnauthenticated, SecurityHandlerPriorities.AUTHENTICATION);
  }

  /** A path that cannot be decoded leads to no filter. */
  void answerMalformedPaths(@Observes Router router) {
    router.errorHandler(
        ApiFault.MALFORMED_URL.status(),
        exchange -> {
          introduce(exchange);
          boolean malformed = RequestHead.isMalformed(exchange.request().uri());
          refuse(exchange, malformed ? ApiFault.MALFORMED_URL : ApiFault.CONTENT_TYPE);
        });
  }

  /**
   * Has a failed authentication fail its exchange. It comes behind the framework's own filter,
   * which would have the next one build the table of all routes anew for each request; {@link
   * MeasuredRoute} does so for the refused ones. Nothing authenticates by the framework.
   */
  private static void failUnauthenticated(RoutingContext exchange) {
    exchange.put(QuarkusHttpUser.AUTH_FAILURE_HANDLER, FAIL);
    exchange.next();
  }

  private void begin(RoutingContext exchange) {
    HttpServerRequest request = exchange.request();
    if (end(request).get() != null) {
      request.connection().close();
      return;
    }
    introduce(exchange);
    if (CONTINUE.equalsIgnoreCase(request.getHeader("Expect"))) {
      closeIfUnread(exchange);
    }
    Optional<ApiFault> refusal = RequestHead.refusal(request, config);
    if (refusal.isPresent()) {
      refuse(exchange, refusal.get());
    } else if (announcesAbsurdBody(request)) {
      refuse(exchange, ApiFault.PAYLOAD_TOO_LARGE);
    } else {
      unify(exchange);
      exchange.next();
    }
  }

  /**
   * Closes the connection after an answer that comes before the body. Its client may send the body
   * yet or not, so that its next request could be taken for the body.
   */
  private static void closeIfUnread(RoutingContext exchange) {
    closeAtEnd(exchange);
    exchange.addHeadersEndHandler(
        begun -> {
          if (!exchange.request().isEnded()) {
            announceEnd(exchange);
          }
        });
  }

  /**
   * Gives a head the form that the service reads. A callback of a network stays as it came: it may
   * be signed.
   */
  private static void unify(RoutingContext exchange) {
    HttpServerRequest request = exchange.request();
    String path = exchange.normalizedPath();
    if (path.startsWith(MANAGEMENT)) {
      return;
    }
    RequestHead.askFor(request, isConsole(path) ? "*/*" : "application/json");
    if (!path.startsWith(NETWORKS)) {
      RequestHead.nameJson(request);
      RequestHead.keepExactNames(exchange.queryParams(), QueryNames.ALL);
    }
  }

  private void introduce(RoutingContext exchange) {
    assignRequestId(exchange);
    addSecurityHeaders(exchange);
  }

  private static void assignRequestId(RoutingContext exchange) {
    String given = exchange.request().getHeader(REQUEST_ID);
    boolean valid = given != null && VALID_ID.matcher(given).matches();
    String id = valid ? given : UUID.randomUUID().toString();
    exchange.request().headers().set(REQUEST_ID, id);
    exchange.response().putHeader(REQUEST_ID, id);
  }

  /**
   * Forbids browsers, proxies and caches all use of an answer: it is data for the program that
   * asked, never a page, and may hold money, tokens or secrets. The pages are Swagger UI and the
   * console, which load their own files alone. A browser tells the console from which page a form
   * comes, and no other host.
   */
  private void addSecurityHeaders(RoutingContext exchange) {
    String path = exchange.request().path();
    boolean page = path.startsWith(PAGE);
    boolean console = isConsole(path);
    MultiMap headers = exchange.response().headers();
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", console ? "same-origin" : "no-referrer");
    headers.set(
        "Content-Security-Policy",
        page ? POLICY_OF_PAGE : console ? POLICY_OF_CONSOLE : POLICY_OF_DATA);
    if (!page) {
      headers.set("Cache-Control", "no-store");
    }
    long transportSecurity = config.strictTransportSecurity().toSeconds();
    if (transportSecurity > 0 && exchange.request().isSSL()) {
      headers.set("Strict-Transport-Security", "max-age=" + transportSecurity);
    }
  }

  /** Whether a path is one of the operators' console. */
  public static boolean isConsole(String path) {
    return PathSegments.isBelow(CONSOLE, path);
  }

  private static boolean announcesAbsurdBody(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    return length != null && BodySizeFilter.exceeds(length, HttpConfig.LARGEST_BODY);
  }

  /** Answers an exchange with this fault, its body unread. */
  public static void refuse(RoutingContext exchange, ApiFault fault) {
    MeasuredRoute.ofUnread(exchange, fault);
    closeOnceAnswered(exchange);
    HttpServerResponse response = exchange.response();
    FaultHeaders.of(fault).forEach(response::putHeader);
    response
        .setStatusCode(fault.status())
        .putHeader("Content-Type", "application/json")
        .end(new JsonObject().put("code", 0).put("error", fault.message()).encode());
  }

  /**
   * Closes the connection after the answer: the rest of the body is not worth reading, and a
   * request behind it would not be answered. One of HTTP/2 ends its exchange alone.
   */
  static void closeOnceAnswered(RoutingContext exchange) {
    announceEnd(exchange);
    closeAtEnd(exchange);
  }

  private static void announceEnd(RoutingContext exchange) {
    if (exchange.request().version() != HttpVersion.HTTP_2) {
      end(exchange.request()).set(true);
      exchange.response().putHeader("Connection", "close");
    }
  }

  private static void closeAtEnd(RoutingContext exchange) {
    HttpServerRequest request = exchange.request();
    exchange.addEndHandler(
        answered -> {
          if (end(request).get() != null) {
            request.connection().close();
          }
        });
  }

  /** Whether this request's connection ends with an answer that was begun. */
  private static Attribute<Boolean> end(HttpServerRequest request) {
    return ((ConnectionBase) request.connection()).channel().attr(ENDS);
  }
}
