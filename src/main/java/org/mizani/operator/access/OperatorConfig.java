package org.mizani.operator.access;

import io.smallrye.config.ConfigMapping;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** Settings {@code payments.operator.*}. */
@ConfigMapping(prefix = "payments.operator")
public interface OperatorConfig {

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
   * A port of its own, which then alone serves {@code /operator} and serves no other path, so an
   * ingress of the service's usual port never exposes it. 0 is any free port.
   */
  OptionalInt port();

  /** The address that the port listens at; without it that of the usual port. */
  Optional<String> host();
}
