package org.mizani.business;

import java.time.Instant;
import java.util.Optional;

/**
 * An API key of a business, without its secret.
 *
 * @param id the database's id
 * @param key its public text
 * @param signsLegacy whether its secret is kept, encrypted, so that webhooks of its requests can be
 *     signed by the legacy scheme
 * @param revokedAt since when it opens nothing
 */
public record ApiKey(
    long id, String key, boolean signsLegacy, Instant createdAt, Optional<Instant> revokedAt) {}
