package org.mizani.access;

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

  TokenKeys(TokenConfig config) {
    try {
      signing = KeyUtils.decodePrivateKey(Files.readString(Path.of(config.privateKeyFile())));
      verifying = KeyUtils.decodePublicKey(Files.readString(Path.of(config.publicKeyFile())));
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the token keys: " + e.getMessage());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the token keys are not an RSA pair in PEM");
    }
  }

  PrivateKey signing() {
    return signing;
  }

  PublicKey verifying() {
    return verifying;
  }
}
