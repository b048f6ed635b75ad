package org.mizani.operator.access;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import java.util.OptionalInt;

/** Settings {@code payments.operator.*}. */
@ConfigMapping(prefix = "payments.operator")
public interface OperatorConfig {

  /** The operator's key. Without key and secret nobody enters; the sandbox has demo ones. */
  Optional<String> key();

  /** The operator's secret. Another one ends all tokens that were issued for the one before. */
  Optional<String> secret();

  /**
   * A port of its own, which alone serves {@code /operator} then, and nothing else: an ingress of
   * the service's usual port never exposes it. 0 is any free one.
   */
  OptionalInt port();

  /** The address that port listens at. */
  @WithDefault("0.0.0.0")
  String host();
}
