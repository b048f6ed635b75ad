package org.mizani.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Base64;
import java.util.Map;

/** Keys for a service, as a deployment provides them. */
public final class TestSecrets {

  private TestSecrets() {}

  /** Writes the token keys into this directory; answers them and an encryption key as settings. */
  public static Map<String, String> write(Path directory) {
    return Map.of(
        "payments.token.private-key-file",
        write(directory, "token-private-key.pem", "privateKey"),
        "payments.token.public-key-file",
        write(directory, "token-public-key.pem", "publicKey"),
        "payments.encryption.keys",
        "test:" + Base64.getEncoder().encodeToString(new byte[32]));
  }

  private static String write(Path directory, String name, String key) {
    try {
      return Files.writeString(
              directory.resolve(name), (String) OncePerJvm.of(TokenKeys.class, key))
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A pair of keys as PEM. */
  public static final class TokenKeys {

    private static final KeyPair PAIR = BuildKeys.pair("token");

    private TokenKeys() {}

    /** PKCS #8. */
    public static String privateKey() {
      return TestKeys.pem(PAIR.getPrivate());
    }

    /** X.509. */
    public static String publicKey() {
      return TestKeys.pem(PAIR.getPublic());
    }
  }
}
