package org.mizani.verification;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.verification.*}. */
@ConfigMapping(prefix = "payments.verification")
public interface VerificationConfig {

  /** How long a rail may take to name an account's holder. */
  @WithDefault("10s")
  Duration timeout();
}
