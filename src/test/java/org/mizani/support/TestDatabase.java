package org.mizani.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Map;

/**
 * What the tests that start the service in their own process give it: a real PostgreSQL that goes
 * with them, and token keys.
 */
public final class TestDatabase implements QuarkusTestResourceLifecycleManager {

  private EmbeddedPostgres postgres;

  @Override
  public Map<String, String> start() {
    try {
      postgres = EmbeddedPostgres.builder().setServerConfig("max_connections", "60").start();
      KeyPair keys = tokenKeys();
      return Map.of(
          "DB_URL",
          "postgresql://localhost:" + postgres.getPort() + "/postgres",
          "DB_USERNAME",
          "postgres",
          "DB_PASSWORD",
          "postgres",
          "payments.token.private-key-file",
          pem("PRIVATE KEY", keys.getPrivate().getEncoded()).toString(),
          "payments.token.public-key-file",
          pem("PUBLIC KEY", keys.getPublic().getEncoded()).toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {
    try {
      if (postgres != null) {
        postgres.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  private static Path pem(String label, byte[] encoded) throws IOException {
    Path file = Files.createTempFile("token-key", ".pem");
    file.toFile().deleteOnExit();
    String base64 = Base64.getMimeEncoder(64, new byte[] {10}).encodeToString(encoded);
    return Files.writeString(
        file, "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(label, base64, label));
  }
}
