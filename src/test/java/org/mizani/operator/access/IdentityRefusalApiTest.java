package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.access.SameMinute;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.IdentityLogins;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.SpreadOutProfile;
import org.mizani.support.TestIdentityProvider;

/**
 * Log-ins by identity tokens that are refused: whom the audit log names, and what is no refusal.
 */
@QuarkusTest
@TestProfile(SpreadOutProfile.class)
class IdentityRefusalApiTest {

  private static final Written REFUSAL =
      new Written("operator.refuse-log-in", null, new JsonObject().put("network", "127.0.0.1"));
  private static final String UNKNOWN = "operator/unknown";

  @Inject OperatorPort port;
  @Inject AuditEntries audit;
  @Inject Rows rows;

  private IdentityLogins logins;

  @BeforeEach
  void atTheOperatorsPort() {
    logins = new IdentityLogins(port.number().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "disabled = true",
        "expires_at = now()",
        "totp_encrypted = '\\x00', totp_confirmed_at = now()"
      })
  void namesThePersonWhomATokenProves(String state) {
    String key = logins.person("viewer");
    rows.execute("UPDATE operator SET " + state + " WHERE key = $1", key);
    forgetRefusals();

    Response answer = logins.logIn(provider().token(key));

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(401);
    assertThat(audit.of("operator/" + key, key)).containsExactly(REFUSAL);
  }

  @Test
  void namesThePersonWhoseTokenIsUsedAgain() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              String key = logins.person("viewer");
              String token = provider().token(key);
              assertThat(logins.logIn(token).statusCode()).isEqualTo(200);
              forgetRefusals();

              assertRefused(logins.logIn(token), 401, "invalid credentials");
              assertRefused(logins.logIn(token), 401, "invalid credentials");

              assertThat(audit.of("operator/" + key, key))
                  .filteredOn(entry -> entry.action().equals("operator.refuse-log-in"))
                  .as("one a minute")
                  .containsExactly(REFUSAL);
            });
  }

  @Test
  void namesNobodyWhomAnUnverifiedTokenClaims() {
    String key = logins.person("viewer");
    JwtClaimsBuilder claims = provider().claims(key);
    long unknown = audit.of(UNKNOWN, "unknown").size();
    forgetRefusals();

    assertRefused(logins.logIn(provider().forge(claims)), 401, "invalid credentials");
    forgetRefusals();
    assertRefused(
        logins.logIn(provider().sign(claims.expiresAt(Instant.now().minusSeconds(60)))),
        401,
        "invalid credentials");
    forgetRefusals();
    assertRefused(
        logins.logIn(provider().sign(provider().claims(key).claim("email_verified", false))),
        401,
        "invalid credentials");

    assertThat(audit.of("operator/" + key, key)).isEmpty();
    assertThat(audit.of(UNKNOWN, "unknown")).hasSize((int) unknown + 3);
  }

  @Test
  void namesNobodyWhoIsNoOperator() {
    String stranger = "stranger-" + UUID.randomUUID() + "@example.com";
    long unknown = audit.of(UNKNOWN, "unknown").size();
    forgetRefusals();

    assertRefused(logins.logIn(provider().token(stranger)), 401, "invalid credentials");

    assertThat(audit.quoting(stranger)).isZero();
    assertThat(audit.of(UNKNOWN, "unknown")).hasSize((int) unknown + 1);
  }

  /** The audit log has the first of a minute. */
  private void forgetRefusals() {
    rows.execute("DELETE FROM failed_authentication");
  }

  private static TestIdentityProvider provider() {
    return TestIdentityProvider.current();
  }
}
