package org.mizani.encryption;

import io.quarkus.runtime.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Producer of the service's encryption. Without usable keys the service does not start. */
@Singleton
final class EncryptionProducer {

  @Produces
  @Singleton
  @Startup
  FieldEncryption encryption(EncryptionConfig config) {
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
