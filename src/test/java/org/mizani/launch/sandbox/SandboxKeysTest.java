package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.encryption.FieldEncryption;

class SandboxKeysTest {

  /** A directory with a pair of keys, made once for all tests because that takes a while. */
  @TempDir static Path made;

  @TempDir Path path;
  private DataDirectory directory;

  @BeforeAll
  static void makePair() {
    try (DataDirectory first = DataDirectory.open(made)) {
      SandboxKeys.ensureTokenKeys(first);
    }
  }

  @BeforeEach
  void open() {
    directory = DataDirectory.open(path);
  }

  private void copyPair() throws IOException {
    for (String file : List.of("jwt-private.pem", "jwt-public.pem")) {
      directory.write(file, Files.readString(made.resolve(file)));
    }
  }

  @AfterEach
  void close() {
    directory.close();
  }

  @Test
  void makesAPairThatSignsAndVerifies() throws Exception {
    // Given
    copyPair();

    // Then
    KeyFactory factory = KeyFactory.getInstance("RSA");
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(factory.generatePrivate(new PKCS8EncodedKeySpec(der("jwt-private.pem"))));
    signature.update(new byte[] {1, 2, 3});
    byte[] signed = signature.sign();
    signature.initVerify(factory.generatePublic(new X509EncodedKeySpec(der("jwt-public.pem"))));
    signature.update(new byte[] {1, 2, 3});
    assertThat(signature.verify(signed)).isTrue();
  }

  @Test
  void keepsThePair() throws Exception {
    // Given
    copyPair();
    byte[] privateKey = der("jwt-private.pem");
    byte[] publicKey = der("jwt-public.pem");

    // When
    SandboxKeys.ensureTokenKeys(directory);

    // Then
    assertThat(der("jwt-private.pem")).isEqualTo(privateKey);
    assertThat(der("jwt-public.pem")).isEqualTo(publicKey);
  }

  @Test
  void restoresThePublicKeyFromThePrivateOne() throws Exception {
    // Given
    copyPair();
    byte[] publicKey = der("jwt-public.pem");
    directory.delete("jwt-public.pem");

    // When
    SandboxKeys.ensureTokenKeys(directory);

    // Then
    assertThat(der("jwt-public.pem")).isEqualTo(publicKey);
  }

  @Test
  void replacesAPublicKeyOfAnotherPair() throws Exception {
    // Given
    copyPair();
    byte[] publicKey = der("jwt-public.pem");
    directory.write("jwt-public.pem", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----");

    // When
    SandboxKeys.ensureTokenKeys(directory);

    // Then
    assertThat(der("jwt-public.pem")).isEqualTo(publicKey);
  }

  @Test
  void refusesADamagedPrivateKey() {
    directory.write("jwt-private.pem", "nonsense");

    assertThatThrownBy(() -> SandboxKeys.ensureTokenKeys(directory))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("jwt-private.pem");
  }

  @Test
  void makesAnEncryptionKeyThatFieldEncryptionTakes() {
    // When
    String[] key = SandboxKeys.encryptionKey(directory, false).split(":");

    // Then
    FieldEncryption encryption =
        new FieldEncryption(Map.of(key[0], Base64.getDecoder().decode(key[1])));
    assertThat(encryption.decrypt("test", encryption.encrypt("test", new byte[] {7})))
        .containsExactly(7);
  }

  @Test
  void keepsTheEncryptionKey() {
    String key = SandboxKeys.encryptionKey(directory, false);

    assertThat(SandboxKeys.encryptionKey(directory, true)).isEqualTo(key);
  }

  @Test
  void refusesToReplaceADatabasesLostEncryptionKey() {
    assertThatThrownBy(() -> SandboxKeys.encryptionKey(directory, true))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("encryption-key");
  }

  @Test
  void refusesADamagedEncryptionKey() {
    directory.write("encryption-key", "sandbox:short");

    assertThatThrownBy(() -> SandboxKeys.encryptionKey(directory, true))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("damaged");
  }

  private byte[] der(String file) throws Exception {
    String pem = Files.readString(directory.entry(file));
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
  }
}
