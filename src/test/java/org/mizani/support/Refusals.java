package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

/** Asserts that an answer is a refusal in one of the contract's two shapes, to the letter. */
public final class Refusals {

  public static final String MISSING_HEADER = "{\"message\":\"missing value in request header\"}";
  public static final String MALFORMED_TOKEN =
      "{\"message\":\"token is malformed: token contains an invalid number of segments\"}";

  private Refusals() {}

  /** The body {@code {"code":0,"error":"…"}} of this message. */
  public static String body(String message) {
    return "{\"code\":0,\"error\":\"" + message.replace("\"", "\\\"") + "\"}";
  }

  /** Asserts the usual shape. */
  public static void assertRefused(Response response, int status, String message) {
    assertAnswer(response, status, body(message));
  }

  /** Asserts status and exact body, that it is JSON, and that it carries a request id. */
  public static void assertAnswer(Response response, int status, String body) {
    assertThat(response.statusCode() + " " + response.asString()).isEqualTo(status + " " + body);
    assertThat(response.contentType()).startsWith("application/json");
    assertThat(response.header("X-Request-Id")).isNotBlank();
  }
}
