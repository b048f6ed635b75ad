package org.mizani.repeat;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of a request as it came: its method, path and query, and its body byte by byte. */
final class RequestDigest {

  private static final String KEY = RequestDigest.class.getName();

  private RequestDigest() {}

  /** Keeps the digest of this exchange's request, which has this body. */
  static void keep(RoutingContext exchange, byte[] body) {
    HttpServerRequest request = exchange.request();
    MessageDigest digest = sha256();
    String query = request.query() == null ? "" : "?" + request.query();
    digest.update(
        (request.method().name() + " " + request.path() + query + "\n")
            .getBytes(StandardCharsets.UTF_8));
    exchange.put(KEY, digest.digest(body));
  }

  /** The digest of this exchange's request. */
  static byte[] of(RoutingContext exchange) {
    byte[] kept = exchange.get(KEY);
    if (kept == null) {
      throw new IllegalStateException("no body was read");
    }
    return kept;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
