package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.oidc.OIDCException;
import io.quarkus.security.AuthenticationFailedException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.support.Defaults;
import org.mizani.support.LoggedLines;
import org.mizani.support.MovableClock;

/** How often a provider that is away is asked, and its absence told. */
class ProviderAbsenceTest {

  private final AtomicInteger tries = new AtomicInteger();
  private final MovableClock clock = new MovableClock();
  private final IdentityProvider provider =
      new IdentityProvider(
          token -> {
            tries.incrementAndGet();
            return Uni.createFrom().failure(failure());
          },
          Defaults.with(
              OperatorConfig.class,
              Map.of(
                  "payments.operator.oidc.issuer", "https://login.example.com",
                  "payments.operator.oidc.client-id", "payments")),
          clock);

  private Throwable failure = new OIDCException("away");

  @Test
  void withoutKeysItIsAskedOnceInTenSeconds() {
    try (LoggedLines lines = LoggedLines.listen()) {
      assertAway();
      assertAway();
      assertThat(tries).hasValue(1);

      clock.move(Duration.ofSeconds(10));
      assertAway();
      assertAway();

      assertThat(tries).hasValue(2);
      assertThat(told(lines)).isEqualTo(2);
    }
  }

  @Test
  void eachTokenIsVerifiedOnceTheKeysAreThere() {
    assertAway();
    clock.move(Duration.ofSeconds(10));
    failure = new AuthenticationFailedException("no such signature");

    assertThat(provider.verify("token").await().indefinitely()).isEmpty();
    assertThat(provider.verify("token").await().indefinitely()).isEmpty();

    assertThat(tries).hasValue(3);
  }

  @Test
  void aClockThatIsSetBackKeepsNobodyOut() {
    assertAway();
    clock.move(Duration.ofHours(-1));
    failure = new AuthenticationFailedException("no such signature");

    assertThat(provider.verify("token").await().indefinitely()).isEmpty();
  }

  /** With keys the library itself asks for newer ones as seldom. */
  @Test
  void itIsToldOnceInTenSeconds() {
    failure = new AuthenticationFailedException(new OIDCException("away"));
    try (LoggedLines lines = LoggedLines.listen()) {
      assertAway();
      assertAway();

      assertThat(tries).hasValue(2);
      assertThat(told(lines)).isEqualTo(1);
    }
  }

  private Throwable failure() {
    return failure;
  }

  private static int told(LoggedLines lines) {
    return lines.text().split("identity provider does not answer", -1).length - 1;
  }

  private void assertAway() {
    assertThatThrownBy(() -> provider.verify("token").await().indefinitely())
        .isInstanceOf(ApiException.class)
        .hasMessage("service unavailable");
  }
}
