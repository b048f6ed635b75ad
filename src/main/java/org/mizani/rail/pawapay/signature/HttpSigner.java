package org.mizani.rail.pawapay.signature;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Signer of HTTP messages with ECDSA on P-256 and SHA-256. Signatures are in DER, as pawaPay's are
 * and its published examples make them; RFC 9421 (section 3.3.4) would have the two numbers side by
 * side.
 */
public final class HttpSigner {

  static final String JAVA_ALGORITHM = "SHA256withECDSA";
  static final String SIGNATURE_DATE = "Signature-Date";
  static final String CONTENT_DIGEST = "Content-Digest";
  static final String SIGNATURE_INPUT = "Signature-Input";
  static final String SIGNATURE = "Signature";

  private static final Duration LIFETIME = Duration.ofSeconds(60);
  private static final String CONTENT_LENGTH = "content-length";

  private final String keyId;
  private final PrivateKey key;
  private final InstantSource clock;

  /**
   * @param keyId under which the receiver has the public key
   * @param key of P-256
   */
  public HttpSigner(String keyId, PrivateKey key, InstantSource clock) {
    this.keyId = keyId;
    this.key = key;
    this.clock = clock;
  }

  /**
   * The four fields that make this a signed message.
   *
   * @param message with its {@code Content-Type}; its {@code Content-Length} is signed too if it
   *     has one
   * @throws IllegalArgumentException if it has no {@code Content-Type}
   */
  public Map<String, String> sign(HttpMessage message) {
    Instant now = clock.instant();
    Map<String, String> added = new LinkedHashMap<>();
    added.put(SIGNATURE_DATE, now.toString());
    added.put(CONTENT_DIGEST, ContentDigest.of(message.body()));
    SignatureInput input = new SignatureInput(components(message), parameters(now));
    byte[] base =
        input
            .base(message.with(added))
            .orElseThrow(() -> new IllegalArgumentException("no Content-Type to sign"));
    added.put(SIGNATURE_INPUT, SignatureInput.LABEL + "=" + input.serialized());
    String signature = Base64.getEncoder().encodeToString(signature(base));
    added.put(SIGNATURE, SignatureInput.LABEL + "=:" + signature + ":");
    return added;
  }

  private static List<String> components(HttpMessage message) {
    List<String> components = new ArrayList<>(message.derived().keySet());
    components.addAll(List.of("signature-date", "content-digest", "content-type"));
    if (message.fields().containsKey(CONTENT_LENGTH)) {
      components.add(CONTENT_LENGTH);
    }
    return components;
  }

  private Map<String, Object> parameters(Instant now) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("alg", SignatureInput.ALGORITHM);
    parameters.put("keyid", keyId);
    parameters.put("created", now.getEpochSecond());
    parameters.put("expires", now.plus(LIFETIME).getEpochSecond());
    return parameters;
  }

  private byte[] signature(byte[] base) {
    try {
      Signature signature = Signature.getInstance(JAVA_ALGORITHM);
      signature.initSign(key);
      signature.update(base);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the key does not sign", e);
    }
  }
}
