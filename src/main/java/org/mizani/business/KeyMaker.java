package org.mizani.business;

import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.mizani.encryption.FieldEncryption;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;

/**
 * Maker of API keys and secrets of this deployment's environment, and of what is stored of them.
 */
@Singleton
final class KeyMaker {

  private static final int KEY_BYTES = 16;
  private static final int SECRET_BYTES = 32;

  private final FieldEncryption encryption;
  private final ServiceEnvironment environment;
  private final SecureRandom random = new SecureRandom();

  KeyMaker(FieldEncryption encryption, ServiceConfig config) {
    this.encryption = encryption;
    this.environment = config.environment();
  }

  ServiceEnvironment environment() {
    return environment;
  }

  /** The text of a new key. */
  String newKey() {
    return "pk_" + environment.keyMark() + "_" + random(KEY_BYTES);
  }

  /** A new secret: 256 random bits, in hexadecimal digits. */
  String newSecret() {
    return "sk_" + environment.keyMark() + "_" + random(SECRET_BYTES);
  }

  private String random(int bytes) {
    byte[] drawn = new byte[bytes];
    random.nextBytes(drawn);
    return HexFormat.of().formatHex(drawn);
  }

  /** This secret of a key of the business, as it is stored. */
  KeySecret stored(Business business, String key, String secret) {
    boolean legacy = business.profile().signatureScheme() == SignatureScheme.LEGACY;
    return new KeySecret(
        SecretHash.of(key, secret),
        encrypted(WebhookSignature.encryptionContext(key), WebhookSignature.of(key, secret)),
        legacy
            ? Optional.of(encrypted(LegacySecret.encryptionContext(key), secret))
            : Optional.empty());
  }

  private byte[] encrypted(String context, String secret) {
    return encryption.encrypt(context, secret.getBytes(StandardCharsets.UTF_8));
  }
}
