package org.mizani.apikey;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.database.ShownTime;

/**
 * Answer with an API key.
 *
 * @param apiSecret shown once, in the answer to the key's creation or to its drawing
 * @param createdBy the key of the business that made it; null if an operator did
 * @param lastUsedAt the minute of its last counted request
 */
public record ApiKeyAnswer(
    String apiKey,
    @JsonInclude(JsonInclude.Include.NON_NULL) String apiSecret,
    String name,
    List<String> scopes,
    List<String> allowedNetworks,
    Instant expiresAt,
    String createdBy,
    Instant createdAt,
    Instant lastUsedAt,
    Instant revokedAt) {

  /** A key whose secret has just been made, or is drawn. */
  public static ApiKeyAnswer of(ApiKeys.Issued issued) {
    return of(issued.key(), issued.secret());
  }

  /** A key without its secret. */
  public static ApiKeyAnswer of(ApiKey key) {
    return of(key, null);
  }

  private static ApiKeyAnswer of(ApiKey key, String secret) {
    ApiKeyForm form = ApiKeyForm.of(key.terms());
    return new ApiKeyAnswer(
        key.key(),
        secret,
        form.name(),
        form.scopes(),
        form.allowedNetworks(),
        ShownTime.of(key.terms().expiresAt()),
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
