package org.mizani.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A request: its body is written once, so that a repeat is the same to the byte. */
record Call(Kind kind, String method, String path, String body, String idempotencyKey) {

  /**
   * What a repeat does: reads and creations under an Idempotency-Key can be repeated freely, others
   * only where the service says that they had no effect.
   */
  enum Kind {
    READ,
    KEYED,
    ONCE
  }

  static Call get(String path, Object... query) {
    return new Call(Kind.READ, "GET", path + query(query), null, null);
  }

  static Call ask(String path, Object body) {
    return new Call(Kind.READ, "POST", path, Json.write(body), null);
  }

  static Call create(String path, Object body, String idempotencyKey) {
    String key = Objects.requireNonNull(idempotencyKey, "idempotencyKey");
    return new Call(Kind.KEYED, "POST", path, Json.write(body), key);
  }

  static Call once(String method, String path, Object body) {
    return new Call(Kind.ONCE, method, path, body == null ? null : Json.write(body), null);
  }

  /** A reference or id as part of a path. */
  static String part(String text) {
    if (text.isEmpty() || text.equals(".") || text.equals("..")) {
      throw new IllegalArgumentException("a reference or id is needed");
    }
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Names and values, one after the other; those that are null are left out. */
  private static String query(Object... namesAndValues) {
    Object[] all = namesAndValues;
    String query =
        IntStream.range(0, all.length / 2)
            .filter(i -> all[2 * i + 1] != null)
            .mapToObj(i -> all[2 * i] + "=" + part(all[2 * i + 1].toString()))
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? "" : "?" + query;
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
