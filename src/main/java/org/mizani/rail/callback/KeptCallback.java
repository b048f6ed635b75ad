package org.mizani.rail.callback;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;

/**
 * Callback of a network as it came, personal data included, for an operator with a reason. The path
 * is left out: with it callbacks of this payment can be sent. Fields that it lacks are null and
 * left out.
 *
 * @param receivedAt in milliseconds
 * @param source the address that it came from
 * @param allowedSource whether that is an address of the network
 * @param byPath whether it came to the path of this payment alone
 * @param purpose that its path was made for, such as {@code result}
 * @param headers those that its connector reads, by name in lower case
 * @param body if it is text
 * @param bodyBase64 if it is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RegisterForReflection
public record KeptCallback(
    Instant receivedAt,
    String rail,
    String source,
    boolean allowedSource,
    boolean byPath,
    String purpose,
    String method,
    Map<String, String> headers,
    String body,
    String bodyBase64) {

  static KeptCallback of(StoredCallback stored) {
    byte[] body = stored.callback().body();
    String text = text(body);
    return new KeptCallback(
        stored.callback().receivedAt(),
        stored.rail(),
        stored.source(),
        stored.allowedSource(),
        stored.byPath(),
        stored.callback().purpose().orElse(null),
        stored.callback().method(),
        stored.callback().headers(),
        text,
        text == null ? Base64.getEncoder().encodeToString(body) : null);
  }

  private static String text(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException notText) {
      return null;
    }
  }

  @Override
  public String toString() {
    return "KeptCallback[" + rail + ", " + receivedAt + "]";
  }
}
