package org.mizani.fault;

import java.util.LinkedHashMap;
import java.util.Map;

/** Headers of the answer of a fault, besides those of each answer. */
public final class FaultHeaders {

  private static final int UNAUTHORIZED = 401;

  private FaultHeaders() {}

  /** The headers of this fault, by name: its code, its details, and when to try again. */
  public static Map<String, String> of(ApiFault fault) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-Error-Code", fault.code().text());
    if (fault.status() == UNAUTHORIZED) {
      headers.put(Challenge.HEADER, fault.code().challenge());
    }
    headers.putAll(fault.details());
    fault
        .retryAfter()
        .map(wait -> Long.toString(Math.max(1, wait.toSeconds())))
        .ifPresent(seconds -> headers.put("Retry-After", seconds));
    return headers;
  }
}
