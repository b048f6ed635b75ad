package org.mizani.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/**
 * RSA pairs of 2048 bits, made once a build: to make one takes seconds, and all test JVMs of a
 * build begin with it.
 */
public final class BuildKeys {

  private static final Path DIRECTORY = Path.of("target", "test-keys");

  private BuildKeys() {}

  /** The pair of this name, the same in all JVMs until {@code clean}. */
  public static synchronized KeyPair pair(String name) {
    Path file = DIRECTORY.resolve(name);
    try {
      Files.createDirectories(DIRECTORY);
      try (FileChannel channel =
          FileChannel.open(
              DIRECTORY.resolve(name + ".lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE)) {
        channel.lock();
        if (!Files.exists(file)) {
          write(file, made());
        }
        return read(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair made() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair();
  }

  /** Whole or not at all: a JVM may end meanwhile. */
  private static void write(Path file, KeyPair pair) throws IOException {
    Base64.Encoder base64 = Base64.getEncoder();
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    Files.write(
        unfinished,
        List.of(
            base64.encodeToString(pair.getPrivate().getEncoded()),
            base64.encodeToString(pair.getPublic().getEncoded())));
    Files.move(unfinished, file);
  }

  private static KeyPair read(Path file) throws IOException, GeneralSecurityException {
    List<String> lines = Files.readAllLines(file);
    Base64.Decoder base64 = Base64.getDecoder();
    KeyFactory rsa = KeyFactory.getInstance("RSA");
    PrivateKey privateKey =
        rsa.generatePrivate(new PKCS8EncodedKeySpec(base64.decode(lines.get(0))));
    PublicKey publicKey = rsa.generatePublic(new X509EncodedKeySpec(base64.decode(lines.get(1))));
    return new KeyPair(publicKey, privateKey);
  }
}
