package org.mizani.operator.access;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Settings {@code payments.operator.oidc.*}. */
interface OidcSettings {

  Duration LEAST = Duration.ofSeconds(1);
  Duration LONGEST_AGE = Duration.ofHours(1);
  Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);
  Duration LONGEST_KEYS_EVERY = Duration.ofMinutes(1);
  Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Address of the identity provider, its issuer; without one there is no log-in by it. */
  Optional<String> issuer();

  /** The client that identity tokens are issued for: their audience. */
  Optional<String> clientId();

  /** Claim with the key of the operator. */
  @WithDefault("email")
  String claim();

  /** Age beyond which an identity token is refused. */
  @WithDefault("5m")
  Duration maxAge();

  /**
   * Method that the claim {@code amr} must list (RFC 8176), such as {@code mfa}. With it the
   * provider answers for the second factor, and without it the operator's own is asked for.
   */
  Optional<String> secondFactor();

  /** Whether persons log in by the identity provider alone. */
  @WithDefault("false")
  boolean only();

  /** Time that the identity provider has to answer. */
  @WithDefault("5s")
  Duration timeout();

  /**
   * Time in which the keys are read anew once at most, for tokens with unknown keys, true or not.
   */
  @WithDefault("10s")
  Duration keysEvery();

  /**
   * The issuer, checked with the settings that go with it.
   *
   * @throws ConfigurationException if one of them is missing or wrong
   */
  default Optional<String> validIssuer() {
    if (issuer().isPresent() != clientId().isPresent()) {
      throw new ConfigurationException(
          "PAYMENTS_OPERATOR_OIDC_ISSUER and PAYMENTS_OPERATOR_OIDC_CLIENT_ID go together.");
    }
    if (only() && issuer().isEmpty()) {
      throw new ConfigurationException(
          "PAYMENTS_OPERATOR_OIDC_ONLY needs PAYMENTS_OPERATOR_OIDC_ISSUER.");
    }
    if (!issuer().stream().allMatch(OidcSettings::isSafe)) {
      throw new ConfigurationException(
          "PAYMENTS_OPERATOR_OIDC_ISSUER must be an https:// URL without user, query and fragment.");
    }
    requireWithin("PAYMENTS_OPERATOR_OIDC_MAX_AGE", maxAge(), LONGEST_AGE, "1h");
    requireWithin("PAYMENTS_OPERATOR_OIDC_TIMEOUT", timeout(), LONGEST_TIMEOUT, "1m");
    requireWithin("PAYMENTS_OPERATOR_OIDC_KEYS_EVERY", keysEvery(), LONGEST_KEYS_EVERY, "1m");
    return issuer();
  }

  private static void requireWithin(String setting, Duration given, Duration most, String words) {
    if (given.compareTo(LEAST) < 0 || given.compareTo(most) > 0) {
      throw new ConfigurationException(setting + " must be from 1s to " + words + ".");
    }
  }

  /** Who reads along could exchange the keys that tokens are verified with. */
  private static boolean isSafe(String issuer) {
    try {
      URI uri = new URI(issuer);
      boolean plain = "http".equals(uri.getScheme()) && THIS_MACHINE.contains(uri.getHost());
      return (plain || "https".equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
