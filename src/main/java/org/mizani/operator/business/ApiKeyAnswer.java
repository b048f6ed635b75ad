package org.mizani.operator.business;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.mizani.apikey.ApiKeyForm;
import org.mizani.business.ApiKey;

/**
 * Answer with an API key.
 *
 * @param apiSecret shown once, in the answer to the key's creation or to its drawing
 * @param secretFor the operator that may draw its secret
 * @param secretUntil when that operator may draw it no more
 * @param createdBy the key of the business that made it; null if an operator did
 * @param lastUsedAt the minute of its last counted request
 */
record ApiKeyAnswer(
    String apiKey,
    @JsonInclude(JsonInclude.Include.NON_NULL) String apiSecret,
    String name,
    List<String> scopes,
    List<String> allowedNetworks,
    Instant expiresAt,
    boolean signsLegacy,
    String secretFor,
    Instant secretUntil,
    String createdBy,
    Instant createdAt,
    Instant lastUsedAt,
    Instant revokedAt) {

  static ApiKeyAnswer of(ApiKey key) {
    return of(key, null);
  }

  static ApiKeyAnswer of(ApiKey key, String secret) {
    ApiKeyForm form = ApiKeyForm.of(key.terms());
    return new ApiKeyAnswer(
        key.key(),
        secret,
        form.name(),
        form.scopes(),
        form.allowedNetworks(),
        shown(key.terms().expiresAt()),
        key.signsLegacy(),
        key.secretFor().orElse(null),
        shown(key.secretUntil()),
        key.createdBy().orElse(null),
        shown(Optional.of(key.createdAt())),
        shown(key.lastUsedAt()),
        shown(key.revokedAt()));
  }

  private static Instant shown(Optional<Instant> time) {
    return time.map(present -> present.truncatedTo(ChronoUnit.MILLIS)).orElse(null);
  }

  @Override
  public String toString() {
    return "ApiKeyAnswer[" + apiKey + "]";
  }
}
