package org.mizani.http;

import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;

/**
 * The headers that tell browsers, proxies and caches what they may do with an answer: nothing. An
 * answer is data for the program that asked, never a page, and whatever it holds (money, tokens,
 * secrets) is nobody else's. The one page is Swagger UI, which loads what is its own.
 */
final class SecurityHeaders {

  private static final String PAGE = "/q/swagger-ui";
  private static final String OF_DATA = "default-src 'none'; frame-ancestors 'none'";
  // The page starts by scripts within it.
  private static final String OF_PAGE =
      "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'";

  private SecurityHeaders() {}

  static void addTo(RoutingContext exchange, HttpConfig config) {
    boolean page = exchange.request().path().startsWith(PAGE);
    MultiMap headers = exchange.response().headers();
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Content-Security-Policy", page ? OF_PAGE : OF_DATA);
    if (!page) {
      headers.set("Cache-Control", "no-store");
    }
    long transportSecurity = config.strictTransportSecurity().toSeconds();
    if (transportSecurity > 0 && exchange.request().isSSL()) {
      headers.set("Strict-Transport-Security", "max-age=" + transportSecurity);
    }
  }
}
