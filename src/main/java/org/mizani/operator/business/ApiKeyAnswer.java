package org.mizani.operator.business;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.mizani.apikey.ApiKeyForm;
import org.mizani.business.ApiKey;
import org.mizani.database.ShownTime;

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
        ShownTime.of(key.terms().expiresAt()),
        key.signsLegacy(),
        key.secretFor().orElse(null),
        ShownTime.of(key.secretUntil()),
        key.createdBy().orElse(null),
        ShownTime.of(key.createdAt()),
        ShownTime.of(key.lastUsedAt()),
        ShownTime.of(key.revokedAt()));
  }

  @Override
  public String toString() {
    return "ApiKeyAnswer[" + apiKey + "]";
  }
}
