package org.mizani.operator.access;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import java.util.OptionalInt;

/** Settings {@code payments.operator.*}. */
@ConfigMapping(prefix = "payments.operator")
public interface OperatorConfig {

  /** The operator's key. Without key and secret all are refused; the sandbox has demo ones. */
  Optional<String> key();

  /** The operator's secret. A change ends all tokens that were issued before. */
  Optional<String> secret();

  /**
   * A port of its own, which then alone serves {@code /operator} and serves no other path, so an
   * ingress of the service's usual port never exposes it. 0 is any free port.
   */
  OptionalInt port();

  /** The address that the port listens at. */
  @WithDefault("0.0.0.0")
  String host();
}
