package org.mizani.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Map;

/** The keys that a deployment is given: here made for one test run. */
public final class TestSecrets {

  private TestSecrets() {}

  /** Makes token keys in this directory and an encryption key; answers them as settings. */
  public static Map<String, String> write(Path directory) {
    KeyPair keys = tokenKeys();
    return Map.of(
        "payments.token.private-key-file",
        pem(directory, "PRIVATE KEY", keys.getPrivate().getEncoded()),
        "payments.token.public-key-file",
        pem(directory, "PUBLIC KEY", keys.getPublic().getEncoded()),
        "payments.encryption.keys",
        "test:" + Base64.getEncoder().encodeToString(new byte[32]));
  }

  private static KeyPair tokenKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(Path directory, String label, byte[] encoded) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    try {
      Path file = directory.resolve("token-" + label.toLowerCase().replace(' ', '-') + ".pem");
      return Files.writeString(
              file, "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(label, base64, label))
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
