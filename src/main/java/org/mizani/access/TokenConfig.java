package org.mizani.access;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.token.*}: access tokens. */
@ConfigMapping(prefix = "payments.token")
public interface TokenConfig {

  /** PEM file (PKCS#8) of the RSA key that signs tokens. */
  String privateKeyFile();

  /** PEM file (X.509) of the RSA key that verifies them. */
  String publicKeyFile();

  /** How long a token is valid (specification, section 8). */
  @WithDefault("3600s")
  Duration lifetime();

  /** Verified tokens in the cache, so that their signatures are checked once. */
  @WithDefault("10000")
  int remembered();
}
