package org.mizani.vault;

import io.quarkus.runtime.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * Makes the service's vault of its configuration; without usable keys the service does not start.
 */
@Singleton
final class VaultProducer {

  @Produces
  @Singleton
  @Startup
  Vault vault(VaultConfig config) {
    String keys =
        config
            .keys()
            .filter(text -> !text.isBlank())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        VaultKeys.PROPERTY + " is not set: name:base64key, 32 bytes a key."));
    return new Vault(VaultKeys.parse(keys));
  }
}
