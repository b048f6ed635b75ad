package org.mizani.support;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * Production behind a proxy that is trusted, without a console, with limits of requests and failed
 * authentications within reach.
 */
public final class BehindProxyProfile implements QuarkusTestProfile {

  public static final int REQUESTS_PER_MINUTE = 30;
  public static final int FAILURES_PER_KEY = 5;
  public static final int FAILURES_PER_ADDRESS = 12;

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.environment",
        "production",
        "payments.operator.port",
        "0",
        "payments.management.port",
        "0",
        "payments.console.enabled",
        "false",
        "payments.webhook.registration.lookup-timeout",
        "20s",
        "payments.rate-limit-per-minute",
        Integer.toString(REQUESTS_PER_MINUTE),
        "payments.authentication.failures-per-key",
        Integer.toString(FAILURES_PER_KEY),
        "payments.authentication.failures-per-address",
        Integer.toString(FAILURES_PER_ADDRESS),
        "quarkus.http.proxy.proxy-address-forwarding",
        "true");
  }
}
