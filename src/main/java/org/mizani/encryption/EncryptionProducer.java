package org.mizani.encryption;

import io.quarkus.runtime.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * Makes the service's vault of its configuration; without usable keys the service does not start.
 */
@Singleton
final class EncryptionProducer {

  @Produces
  @Singleton
  @Startup
  FieldEncryption vault(EncryptionConfig config) {
    String keys =
        config
            .keys()
            .filter(text -> !text.isBlank())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        EncryptionKeys.PROPERTY + " is not set: name:base64key, 32 bytes a key."));
    return new FieldEncryption(EncryptionKeys.parse(keys));
  }
}
