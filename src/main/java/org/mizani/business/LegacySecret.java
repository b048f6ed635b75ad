package org.mizani.business;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Secret of an API key that signs webhooks by the legacy scheme.
 *
 * @param id of the key
 * @param key its public text
 */
@RegisterForReflection
public record LegacySecret(Long id, String key, byte[] secretEncrypted) {

  /** Encryption context of the secret of a key. */
  public static String encryptionContext(String key) {
    return "api-key/" + key + "/secret";
  }

  @Override
  public String toString() {
    return "LegacySecret[" + key + "]";
  }
}
