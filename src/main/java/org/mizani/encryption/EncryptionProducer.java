package org.mizani.encryption;

import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
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
                    new ConfigurationException(
                        EncryptionKeys.VARIABLE + " must be set: name:base64key, 32 bytes a key."));
    try {
      return new FieldEncryption(EncryptionKeys.parse(keys));
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(e.getMessage());
    }
  }
}
