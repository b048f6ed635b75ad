package org.mizani.rail.daraja;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/**
 * Password of a prompt, and of a query about one.
 *
 * @param value base64 of short code, passkey and timestamp
 * @param timestamp in East Africa Time, which the request names too
 */
public record StkPassword(String value, String timestamp) {

  /** The password of this moment. */
  public static StkPassword at(Instant now, String shortCode, String passkey) {
    String timestamp = EatTime.timestamp(now);
    byte[] plain = (shortCode + passkey + timestamp).getBytes(StandardCharsets.UTF_8);
    return new StkPassword(Base64.getEncoder().encodeToString(plain), timestamp);
  }

  /** Without the value, in which the passkey can be read. */
  @Override
  public String toString() {
    return "StkPassword[" + timestamp + "]";
  }
}
