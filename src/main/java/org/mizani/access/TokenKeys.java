package org.mizani.access;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.jwt.util.KeyUtils;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;

/** RSA key pair of access tokens, read once from the configured files. */
@Singleton
final class TokenKeys {

  private final PrivateKey signing;
  private final PublicKey verifying;

  /**
   * @throws ConfigurationException if the files are not there, or hold no RSA keys in PEM
   */
  TokenKeys(TokenConfig config) {
    try {
      signing = KeyUtils.decodePrivateKey(Files.readString(Path.of(config.privateKeyFile())));
      verifying = KeyUtils.decodePublicKey(Files.readString(Path.of(config.publicKeyFile())));
    } catch (IOException e) {
      throw new ConfigurationException(
          "payments.token.private-key-file or .public-key-file cannot be read: "
              + e.getMessage()
              + ".");
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new ConfigurationException(
          "payments.token.private-key-file and .public-key-file are not RSA keys in PEM.");
    }
  }

  PrivateKey signing() {
    return signing;
  }

  PublicKey verifying() {
    return verifying;
  }
}
