package org.mizani.http;

import io.vertx.ext.web.RoutingContext;
import java.util.UUID;
import java.util.regex.Pattern;

/** The id under which a request is answered and logged: the caller's own, if it sent a sane one. */
final class RequestId {

  static final String HEADER = "X-Request-Id";

  private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  private RequestId() {}

  static void assign(RoutingContext exchange) {
    String given = exchange.request().getHeader(HEADER);
    String id = given != null && SANE.matcher(given).matches() ? given : fresh();
    exchange.request().headers().set(HEADER, id);
    exchange.response().putHeader(HEADER, id);
  }

  private static String fresh() {
    return UUID.randomUUID().toString();
  }
}
