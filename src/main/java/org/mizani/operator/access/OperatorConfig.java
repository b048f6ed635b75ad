package org.mizani.operator.access;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** Settings {@code payments.operator.*}. */
@ConfigMapping(prefix = "payments.operator")
public interface OperatorConfig {

  int MOST_TRIES = 100;

  /** The operator's key. Without key and secret all are refused; the sandbox has demo ones. */
  Optional<String> key();

  /** The operator's secret. Without it, a token that was issued for it is refused. */
  Optional<String> secret();

  /** File that holds it, in place of the setting itself; read again while the service runs. */
  Optional<Path> secretFile();

  /** A secret that is accepted too, while operators go over to another one. */
  Optional<String> previousSecret();

  /** File that holds that one, likewise; blank while there is none. */
  Optional<Path> previousSecretFile();

  /**
   * {@code optional}, or {@code required}: a person without a second factor may only enrol one. The
   * credential of the environment has none.
   */
  @WithDefault("optional")
  String totp();

  /**
   * Codes that a person may try in a row. Then log-ins are refused until an administrator gives a
   * new secret.
   */
  @WithDefault("20")
  int totpTries();

  /**
   * A port of its own, which then alone serves {@code /operator} and serves no other path, so an
   * ingress of the service's usual port never exposes it. 0 is any free port.
   */
  OptionalInt port();

  /** The address that the port listens at; without it that of the usual port. */
  Optional<String> host();

  /** TLS of that port. */
  Tls tls();

  /** Settings {@code payments.operator.tls.*}. */
  interface Tls {

    /** Certificate of the port, in PEM, the authorities in between behind it; without one HTTP. */
    Optional<Path> certificateFile();

    /** Its private key, PKCS#8 in PEM. */
    Optional<Path> keyFile();

    /** How often both files are read again. */
    @WithDefault("1m")
    Duration refreshEvery();
  }

  /** Log-ins by an identity provider. */
  OidcSettings oidc();

  /** Whether there is an identity provider by which persons log in. */
  default boolean hasIdentityProvider() {
    return oidc().issuer().isPresent();
  }

  /**
   * Whether persons need a second factor.
   *
   * @throws ConfigurationException unless the setting is one of its two values
   */
  default boolean totpRequired() {
    return switch (totp()) {
      case "optional" -> false;
      case "required" -> true;
      default ->
          throw new ConfigurationException("PAYMENTS_OPERATOR_TOTP must be optional or required.");
    };
  }

  /**
   * The number of codes that may be tried in a row.
   *
   * @throws ConfigurationException if it is out of range
   */
  default int validTotpTries() {
    if (totpTries() < 1 || totpTries() > MOST_TRIES) {
      throw new ConfigurationException(
          "PAYMENTS_OPERATOR_TOTP_TRIES must be from 1 to " + MOST_TRIES + ".");
    }
    return totpTries();
  }
}
