package org.mizani.operator.access;

import com.eatthepath.otp.HmacOneTimePasswordGenerator;
import jakarta.inject.Singleton;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import javax.crypto.spec.SecretKeySpec;

/**
 * One-time codes by time (RFC 6238): HMAC-SHA1, steps of 30 seconds, six digits, as all
 * authenticator apps have them.
 */
@Singleton
final class TotpCodes {

  static final int SECRET_BYTES = 20;

  private static final int STEP_SECONDS = 30;
  // The clock of a phone may be this many steps before or after ours.
  private static final int SKEW_STEPS = 1;
  private static final int BASE_32_BITS = 5;
  private static final String BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  private final HmacOneTimePasswordGenerator generator = new HmacOneTimePasswordGenerator();
  private final InstantSource clock;

  TotpCodes(InstantSource clock) {
    this.clock = clock;
  }

  /** The code of a secret at this time. */
  String code(byte[] secret, Instant time) {
    return code(secret, stepOf(time));
  }

  private String code(byte[] secret, long step) {
    try {
      SecretKeySpec key = new SecretKeySpec(secret, "RAW");
      return generator.generateOneTimePasswordString(key, step, Locale.ROOT);
    } catch (InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The time step of a code that is valid now; empty for a wrong one.
   *
   * @param used the step of the last code that was accepted: neither that nor an earlier one is
   *     valid
   */
  Optional<Long> stepOf(byte[] secret, String code, long used) {
    long now = stepOf(clock.instant());
    return LongStream.rangeClosed(now - SKEW_STEPS, now + SKEW_STEPS)
        .filter(step -> step > used)
        .filter(step -> isEqual(code(secret, step), code))
        .boxed()
        .findFirst();
  }

  private static long stepOf(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), STEP_SECONDS);
  }

  private static boolean isEqual(String code, String given) {
    return MessageDigest.isEqual(
        code.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  /** The URI that authenticator apps read, mostly as a QR code. */
  static String uri(String issuer, String account, byte[] secret) {
    return "otpauth://totp/%s:%s?secret=%s&issuer=%s&algorithm=SHA1&digits=6&period=30"
        .formatted(encoded(issuer), encoded(account), base32(secret), encoded(issuer));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Bytes in base 32 (RFC 4648), of a length that needs no padding. */
  static String base32(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    int buffer = 0;
    int bits = 0;
    for (byte one : bytes) {
      buffer = (buffer << Byte.SIZE) | (one & 0xff);
      bits += Byte.SIZE;
      while (bits >= BASE_32_BITS) {
        bits -= BASE_32_BITS;
        text.append(BASE_32.charAt((buffer >> bits) & 0x1f));
      }
      buffer &= (1 << bits) - 1;
    }
    return text.toString();
  }
}
