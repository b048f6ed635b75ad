package org.mizani.business;

import java.time.Instant;
import java.util.Optional;

/**
 * API key of a business, without its secret.
 *
 * @param id the database's id
 * @param key its public text
 * @param signsLegacy whether its secret is kept, encrypted, to sign webhooks by the legacy scheme
 * @param revokedAt since when it is refused
 */
public record ApiKey(
    long id, String key, boolean signsLegacy, Instant createdAt, Optional<Instant> revokedAt) {

  /** Encryption context of a key's static webhook signature. */
  public static String signatureContext(String key) {
    return "api-key/" + key + "/signature";
  }

  /** Encryption context of a key's secret, kept for the legacy signature scheme only. */
  public static String secretContext(String key) {
    return "api-key/" + key + "/secret";
  }
}
