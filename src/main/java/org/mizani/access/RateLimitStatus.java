package org.mizani.access;

import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import org.mizani.fault.ApiFault;

/**
 * Rate limit of a key in the current window.
 *
 * @param admitted whether this request is within the limit
 * @param limit requests a window
 * @param remaining requests left in it
 * @param resetsAtSeconds Unix seconds at which the window ends
 * @param resetsIn the time until then
 */
record RateLimitStatus(
    boolean admitted, int limit, int remaining, long resetsAtSeconds, Duration resetsIn) {

  /** Writes the headers that every response to a known key carries (specification, section 8). */
  void writeHeaders(HttpServerResponse response) {
    response.putHeader("X-RateLimit-Limit", Integer.toString(limit));
    response.putHeader("X-RateLimit-Remaining", Integer.toString(remaining));
    response.putHeader("X-RateLimit-Reset", Long.toString(resetsAtSeconds));
  }

  /**
   * @throws org.mizani.fault.ApiFault.ApiException 429 if the limit is reached
   */
  void requireAdmitted() {
    if (!admitted) {
      throw ApiFault.rateLimitExceeded(resetsIn.plusMillis(999)).asException();
    }
  }
}
