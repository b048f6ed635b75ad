package org.mizani.repeat;

import java.util.Arrays;

/**
 * Idempotency key of a request, with what tells this request from another one of the same key (ADR
 * 32).
 *
 * @param text the key as the partner sent it, 1 to 255 visible characters of ASCII
 * @param digest of the request's method, path, query and body
 * @param encryptedDigest the column {@code request_encrypted}
 */
public record RequestKey(String text, byte[] digest, byte[] encryptedDigest) {

  static final String HEADER = "Idempotency-Key";

  boolean isOf(byte[] otherDigest) {
    return Arrays.equals(digest, otherDigest);
  }

  @Override
  public String toString() {
    return "RequestKey[" + text + "]";
  }
}
