package org.mizani.rail.pawapay.signature;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import org.mizani.rail.pawapay.signature.StructuredField.Bytes;
import org.mizani.rail.pawapay.signature.StructuredField.Member;

/** Digest of a message's body in its field {@code Content-Digest} (RFC 9530). */
final class ContentDigest {

  private static final String OWN = "sha-512";

  /** Names of the digests that pawaPay may use, with those of Java. */
  private static final Map<String, String> KNOWN = Map.of("sha-256", "SHA-256", OWN, "SHA-512");

  private ContentDigest() {}

  /** The field for this body, with SHA-512. */
  static String of(byte[] body) {
    return OWN + "=:" + Base64.getEncoder().encodeToString(digest(OWN, body)) + ":";
  }

  /** Whether the field has a digest of a known kind, and each of those is the body's. */
  static boolean matches(String field, byte[] body) {
    Map<String, Member> digests = StructuredField.dictionary(field).orElse(Map.of());
    return digests.keySet().stream().anyMatch(KNOWN::containsKey)
        && digests.entrySet().stream()
            .filter(digest -> KNOWN.containsKey(digest.getKey()))
            .allMatch(digest -> isOf(digest.getValue(), digest(digest.getKey(), body)));
  }

  private static boolean isOf(Member value, byte[] digest) {
    return value instanceof Bytes bytes && MessageDigest.isEqual(bytes.value(), digest);
  }

  private static byte[] digest(String name, byte[] body) {
    try {
      return MessageDigest.getInstance(KNOWN.get(name)).digest(body);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
