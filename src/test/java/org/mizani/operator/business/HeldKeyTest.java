package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.apikey.ApiKeyForm;

class HeldKeyTest {

  private static final ApiKeyForm KNOWN = reading("203.0.113.0/24");
  private static final ApiKeyForm WANTED = reading("0.0.0.0/0");

  @Test
  void aChangeWithoutScopesLeavesTheStoredOnes() {
    assertThat(held(WANTED, null).change().ofScopes()).isFalse();
  }

  @Test
  void scopesThatWereSentAreAllThatTheKeyHasAlsoTheSame() {
    assertThat(held(WANTED, true).change().ofScopes()).isTrue();
  }

  /** A version before held no word of whether the request had scopes. */
  @Test
  void otherScopesThanTheKnownOnesWereSent() {
    ApiKeyForm paying = new ApiKeyForm(null, List.of("read", "pay"), List.of(), null);

    assertThat(held(paying, null).change().ofScopes()).isTrue();
  }

  private static HeldKey held(ApiKeyForm wanted, Boolean ofScopes) {
    return new HeldKey(new UUID(0, 0), "key", KNOWN, wanted, ofScopes);
  }

  private static ApiKeyForm reading(String network) {
    return new ApiKeyForm(null, List.of("read"), List.of(network), null);
  }
}
