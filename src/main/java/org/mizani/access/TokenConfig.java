package org.mizani.access;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings {@code payments.token.*}: access tokens. */
@ConfigMapping(prefix = "payments.token")
public interface TokenConfig {

  /** PEM file (PKCS#8) of the RSA key that signs tokens, of 2048 bits or more. */
  Optional<Path> privateKeyFile();

  /** PEM file (X.509) of its public key. */
  Optional<Path> publicKeyFile();

  /**
   * PEM files of further public keys that tokens are checked with, 8 at most; a blank one has none.
   */
  Optional<List<Path>> acceptedKeyFiles();

  /**
   * PEM files of public keys that signed before, 32 at most; a blank one has none. They are
   * published, so that statements can be checked with them, and no token is.
   */
  Optional<List<Path>> publishedKeyFiles();

  /** Interval at which the files of keys, and of operators' secrets, are read again. */
  @WithDefault("15s")
  Duration refreshEvery();

  /** How long a token is valid (specification, section 8). */
  @WithDefault("3600s")
  Duration lifetime();

  /** Verified tokens in the cache, so that their signatures are checked once. */
  @WithDefault("10000")
  int remembered();
}
