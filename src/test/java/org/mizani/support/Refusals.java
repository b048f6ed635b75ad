package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.mizani.fault.ErrorCode;

/** Asserts that an answer is a refusal in one of the contract's two shapes, to the letter. */
public final class Refusals {

  public static final String MISSING_HEADER = "{\"message\":\"missing value in request header\"}";
  public static final String MALFORMED_TOKEN =
      "{\"message\":\"token is malformed: token contains an invalid number of segments\"}";

  private Refusals() {}

  /** Asserts the code of a refusal, and the field that it names; none for {@code ""}. */
  public static void assertCoded(Response response, ErrorCode code, String field) {
    assertThat(codeOf(response)).as(response.asString()).contains(code);
    assertThat(Objects.toString(response.header("X-Error-Field"), "")).isEqualTo(field);
  }

  private static Optional<ErrorCode> codeOf(Response response) {
    String text = response.header("X-Error-Code");
    return Arrays.stream(ErrorCode.values()).filter(code -> code.text().equals(text)).findFirst();
  }

  /** The body {@code {"code":0,"error":"…"}} of this message. */
  public static String body(String message) {
    return "{\"code\":0,\"error\":\"" + message.replace("\"", "\\\"") + "\"}";
  }

  /** Asserts the usual shape. */
  public static void assertRefused(Response response, int status, String message) {
    assertAnswer(response, status, body(message));
  }

  /** Asserts status and exact body, that it is JSON, and its request id; a refusal has a code. */
  public static void assertAnswer(Response response, int status, String body) {
    assertThat(response.statusCode() + " " + response.asString()).isEqualTo(status + " " + body);
    assertThat(response.contentType()).startsWith("application/json");
    assertThat(response.header("X-Request-Id")).isNotBlank();
    assertThat(codeOf(response).map(ErrorCode::status))
        .isEqualTo(Optional.of(status).filter(refused -> refused >= 400));
  }
}
