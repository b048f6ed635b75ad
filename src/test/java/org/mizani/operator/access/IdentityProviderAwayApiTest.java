package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.support.Eventually;
import org.mizani.support.IdentityLogins;
import org.mizani.support.SpreadOutProfile;
import org.mizani.support.TestIdentityProvider;
import org.mizani.support.TestIdentityProvider.Absence;

/** Identity tokens while the provider is away, whose keys are known but for the newest. */
@QuarkusTest
@TestProfile(SpreadOutProfile.class)
class IdentityProviderAwayApiTest {

  @Inject OperatorPort port;

  private IdentityLogins logins;

  @BeforeEach
  void atTheOperatorsPort() {
    logins = new IdentityLogins(port.number().orElseThrow());
  }

  /**
   * Its keys are read anew, at most once a second here: nothing tells whether the token is good.
   */
  @ParameterizedTest
  @EnumSource
  void aTokenOfAnUnknownKeyIsNotRefusedWhileTheProviderIsAway(Absence absence) throws Exception {
    String key = logins.person("viewer");
    Eventually.holds(
        () -> assertThat(logins.logIn(provider().token(key)).statusCode()).isEqualTo(200));
    String known = provider().token(key);
    provider().rotate();
    provider().leave(absence);
    try {
      Eventually.holds(
          () -> assertRefused(logins.logIn(provider().token(key)), 503, "service unavailable"));
      assertRefused(logins.logIn(provider().token(key)), 503, "service unavailable");
      assertThat(logins.logIn(known).statusCode()).as("by a known key").isEqualTo(200);
    } finally {
      provider().comeBack();
    }

    Eventually.holds(
        () -> assertThat(logins.logIn(provider().token(key)).statusCode()).isEqualTo(200));
    assertRefused(
        logins.logIn(provider().forge(provider().claims(key))), 401, "invalid credentials");
  }

  private static TestIdentityProvider provider() {
    return TestIdentityProvider.current();
  }
}
