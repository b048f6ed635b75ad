package org.mizani.rail.pawapay.signature;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.mizani.rail.pawapay.signature.StructuredField.Bytes;

/**
 * Verifier of HTTP messages that pawaPay has signed, with signatures in DER (see {@link
 * HttpSigner}). A signature has to cover the method, authority and path (or the status), the date,
 * digest and type; the length, which pawaPay leaves out of callbacks, is covered by the digest.
 */
public final class HttpVerifier {

  private static final List<String> FIELDS =
      List.of("signature-date", "content-digest", "content-type");

  /** Result of a verification: all but the first say that the message is not to be trusted. */
  public enum Verdict {
    VALID,
    /** It has no signature under pawaPay's label, or one that is malformed. */
    UNSIGNED,
    /** It does not cover enough, or covers a component that the message lacks. */
    COMPONENT_MISSING,
    WRONG_ALGORITHM,
    /** It has no time of creation or expiry, or lies outside them. */
    OUT_OF_TIME,
    DIGEST_MISMATCH,
    /** The keys are to be fetched again, and then the message verified again. */
    UNKNOWN_KEY,
    /** It was changed, or signed with another key: one id has had different keys over time. */
    WRONG_SIGNATURE
  }

  private final Duration skew;
  private final InstantSource clock;

  /**
   * @param skew by which the two clocks may differ
   */
  public HttpVerifier(Duration skew, InstantSource clock) {
    this.skew = skew;
    this.clock = clock;
  }

  /** The id of the key that a message says it is signed with, if it is signed at all. */
  public Optional<String> keyOf(HttpMessage message) {
    return message
        .component("signature-input")
        .flatMap(SignatureInput::parse)
        .flatMap(input -> input.parameter("keyid", String.class));
  }

  /**
   * Verifies a message.
   *
   * @param keys the public keys by their ids
   */
  public Verdict verify(HttpMessage message, Function<String, Optional<PublicKey>> keys) {
    Optional<SignatureInput> input =
        message.component("signature-input").flatMap(SignatureInput::parse);
    Optional<byte[]> signature = message.component("signature").flatMap(HttpVerifier::signature);
    if (input.isEmpty() || signature.isEmpty()) {
      return Verdict.UNSIGNED;
    }
    Optional<byte[]> base = input.get().base(message).filter(b -> coversAll(input.get(), message));
    if (base.isEmpty()) {
      return Verdict.COMPONENT_MISSING;
    }
    return refusal(input.get(), message)
        .orElseGet(() -> verify(key(input.get(), keys), base.get(), signature.get()));
  }

  private static Optional<byte[]> signature(String field) {
    return StructuredField.dictionary(field)
        .map(members -> members.get(SignatureInput.LABEL))
        .filter(Bytes.class::isInstance)
        .map(member -> ((Bytes) member).value());
  }

  private static boolean coversAll(SignatureInput input, HttpMessage message) {
    List<String> required = new ArrayList<>(message.derived().keySet());
    required.addAll(FIELDS);
    return input.components().containsAll(required);
  }

  private Optional<Verdict> refusal(SignatureInput input, HttpMessage message) {
    if (!input.parameter("alg", String.class).equals(Optional.of(SignatureInput.ALGORITHM))) {
      return Optional.of(Verdict.WRONG_ALGORITHM);
    }
    if (!isTimely(input)) {
      return Optional.of(Verdict.OUT_OF_TIME);
    }
    return message
        .component("content-digest")
        .filter(digest -> !ContentDigest.matches(digest, message.body()))
        .map(digest -> Verdict.DIGEST_MISMATCH);
  }

  private boolean isTimely(SignatureInput input) {
    Instant now = clock.instant();
    Optional<Long> created = input.parameter("created", Long.class);
    Optional<Long> expires = input.parameter("expires", Long.class);
    return created.isPresent()
        && expires.isPresent()
        && created.get() <= now.plus(skew).getEpochSecond()
        && expires.get() >= now.minus(skew).getEpochSecond();
  }

  private static Optional<PublicKey> key(
      SignatureInput input, Function<String, Optional<PublicKey>> keys) {
    return input.parameter("keyid", String.class).flatMap(keys);
  }

  private static Verdict verify(Optional<PublicKey> key, byte[] base, byte[] signature) {
    if (key.isEmpty()) {
      return Verdict.UNKNOWN_KEY;
    }
    try {
      Signature verifier = Signature.getInstance(HttpSigner.JAVA_ALGORITHM);
      verifier.initVerify(key.get());
      verifier.update(base);
      return verifier.verify(signature) ? Verdict.VALID : Verdict.WRONG_SIGNATURE;
    } catch (GeneralSecurityException malformed) {
      return Verdict.WRONG_SIGNATURE;
    }
  }
}
