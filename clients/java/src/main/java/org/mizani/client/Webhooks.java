package org.mizani.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks webhooks (Standard Webhooks) and reads them. */
public final class Webhooks {

  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";

  private final List<SecretKeySpec> keys;
  private final Duration tolerance;
  private final Clock clock;

  /**
   * Takes the secrets {@code whsec_…} that are valid: the old and the new one while it is replaced.
   *
   * @throws IllegalArgumentException if one of them is none
   */
  public Webhooks(List<String> secrets) {
    this(secrets, Duration.ofMinutes(5), Clock.systemUTC());
  }

  /** Takes webhooks whose time is no farther from now than the tolerance. */
  public Webhooks(List<String> secrets, Duration tolerance, Clock clock) {
    keys = secrets.stream().map(Webhooks::key).toList();
    this.tolerance = tolerance;
    this.clock = clock;
  }

  /**
   * Reads a webhook that is genuine.
   *
   * @param body the bytes as they arrived
   * @param type such as {@code TransactionUpdated}
   * @throws SecurityException if it was not signed with a valid secret, or too long ago
   */
  public <T> T verify(String id, String timestamp, String signatures, byte[] body, Class<T> type) {
    if (id == null || timestamp == null || signatures == null) {
      throw new SecurityException("a header of the webhook is missing");
    }
    if (!timestamp.matches("[0-9]{1,12}")
        || Math.abs(clock.instant().getEpochSecond() - Long.parseLong(timestamp))
            > tolerance.toSeconds()) {
      throw new SecurityException("webhook-timestamp is too far from now");
    }
    boolean genuine = false;
    for (SecretKeySpec key : keys) {
      byte[] expected = signature(key, id + "." + timestamp + ".", body);
      for (String given : signatures.split(" ")) {
        genuine |= MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8));
      }
    }
    if (!genuine) {
      throw new SecurityException("webhook-signature is of no secret that is valid");
    }
    try {
      return Json.read(new String(body, StandardCharsets.UTF_8), type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the webhook is no " + type.getSimpleName(), e);
    }
  }

  private static byte[] signature(SecretKeySpec key, String head, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(head.getBytes(StandardCharsets.UTF_8));
      String text = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
      return text.getBytes(StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SecretKeySpec key(String secret) {
    if (!secret.startsWith(PREFIX) || secret.length() == PREFIX.length()) {
      throw new IllegalArgumentException("a webhook secret begins with " + PREFIX);
    }
    return new SecretKeySpec(
        Base64.getDecoder().decode(secret.substring(PREFIX.length())), ALGORITHM);
  }
}
