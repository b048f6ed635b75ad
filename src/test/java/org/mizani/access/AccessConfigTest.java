package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;
import org.mizani.service.ServiceEnvironment;
import org.mizani.support.Defaults;
import org.mizani.support.Stub;

/** Limits of the partners' access, and a request without a caller. */
class AccessConfigTest {

  @ParameterizedTest
  @ValueSource(strings = {"failures-per-key", "failures-per-address"})
  void refusesALimitThatLetsNobodyIn(String setting) {
    AuthenticationConfig config =
        Defaults.with(
            AuthenticationConfig.class, Map.of("payments.authentication." + setting, "0"));

    assertThatThrownBy(() -> new FailedAuthentications(null, config, null, null))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_AUTHENTICATION_FAILURES_PER_KEY and _PER_ADDRESS must be at least 1.")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({"TEST, 60", "PRODUCTION, 100"})
  void aKeyHasTheLimitOfItsEnvironment(ServiceEnvironment environment, int requestsPerMinute) {
    assertThat(RateLimiter.limitOf(environment)).isEqualTo(requestsPerMinute);
  }

  @Test
  void aRequestThatNoFilterGuardedIsRefused() {
    RoutingContext exchange = Stub.of(RoutingContext.class, Map.of("get", name -> null));

    assertThatThrownBy(() -> new CurrentCaller(exchange).get(KeyScope.READ))
        .isInstanceOfSatisfying(
            ApiFault.ApiException.class,
            refusal -> assertThat(refusal.fault()).isEqualTo(ApiFault.TOKEN_MISSING));
  }
}
