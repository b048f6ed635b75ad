package org.mizani.operator.business;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import org.mizani.apikey.ApiKeyAnswer;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.database.ShownTime;

/**
 * API key as operators see it: the business's view, and how it signs and is drawn.
 *
 * @param secretFor the operator that may draw its secret
 * @param secretUntil when that operator may draw it no more
 */
public record OperatorApiKey(
    @JsonUnwrapped ApiKeyAnswer key, boolean signsLegacy, String secretFor, Instant secretUntil) {

  static OperatorApiKey of(ApiKey key) {
    return of(key, ApiKeyAnswer.of(key));
  }

  static OperatorApiKey of(ApiKeys.Issued issued) {
    return of(issued.key(), ApiKeyAnswer.of(issued));
  }

  private static OperatorApiKey of(ApiKey key, ApiKeyAnswer answer) {
    return new OperatorApiKey(
        answer, key.signsLegacy(), key.secretFor().orElse(null), ShownTime.of(key.secretUntil()));
  }

  @Override
  public String toString() {
    return "OperatorApiKey[" + key.apiKey() + "]";
  }
}
