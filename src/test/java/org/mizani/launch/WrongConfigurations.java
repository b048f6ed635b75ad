package org.mizani.launch;

import static java.util.Map.entry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mizani.support.TestKeys;
import org.mizani.support.TestSecrets;

/**
 * Configurations that cannot work, each a change of one that would, with the sentence that ends its
 * start. None needs a database: it is not asked before they are refused.
 */
final class WrongConfigurations {

  /** Stands in values that a log must not show. */
  static final String PASSWORD = "TopSecret99";

  private static final String PRIVATE_KEY =
      "JWT_PRIVATE_KEY_FILE must hold an RSA private key of 2048 bits or more in PEM (PKCS#8).";
  private static final String PUBLIC_KEY =
      "JWT_PUBLIC_KEY_FILE must hold RSA public keys of 2048 bits or more in PEM (X.509), and no"
          + " more.";

  private final Path directory;
  private final List<WrongConfiguration> all = new ArrayList<>();

  private WrongConfigurations(Path directory) {
    this.directory = directory;
    WrongValues.all().forEach(this::refused);
    WrongApprovals.all().forEach(this::refused);
    contradictions();
    WrongStatements.all().forEach(this::refused);
    ports();
    secrets();
    tokenKeys();
    encryptionKeys();
  }

  /**
   * A configuration that cannot work.
   *
   * @param changes variables of the environment; an empty value takes one away
   */
  record WrongConfiguration(String name, Map<String, String> changes, String sentence) {

    @Override
    public String toString() {
      return name;
    }
  }

  /** All of them; their files are written into this directory. */
  static List<WrongConfiguration> in(Path directory) {
    return Collections.unmodifiableList(new WrongConfigurations(directory).all);
  }

  /** The variables of a configuration that would work, but for its database. */
  static Map<String, String> right(Path directory) {
    Map<String, String> secrets = TestSecrets.write(directory);
    return Map.ofEntries(
        entry("DB_URL", "postgresql://localhost:1/none"),
        entry("DB_USERNAME", "payments"),
        entry("DB_PASSWORD", PASSWORD),
        entry("PAYMENTS_ENVIRONMENT", "production"),
        entry("PAYMENTS_DATABASE_START_WAIT", "0s"),
        entry("PAYMENTS_ENCRYPTION_KEYS", secrets.get("payments.encryption.keys")),
        entry("JWT_PRIVATE_KEY_FILE", secrets.get("payments.token.private-key-file")),
        entry("JWT_PUBLIC_KEY_FILE", secrets.get("payments.token.public-key-file")),
        entry("PAYMENTS_OPERATOR_KEY", "op_live_1"),
        entry("PAYMENTS_OPERATOR_SECRET", PASSWORD.repeat(3)));
  }

  private void contradictions() {
    refused(
        "collections that expire before their customer can answer",
        Map.of("PAYMENTS_COLLECTION_EXPIRES_AFTER", "8s"),
        "PAYMENTS_COLLECTION_SHORTEST_PROMPT must be shorter than"
            + " PAYMENTS_COLLECTION_EXPIRES_AFTER.");
    refused(
        "screening without an address",
        Map.of("PAYMENTS_SCREENING_SECRET", PASSWORD),
        "PAYMENTS_SCREENING_SECRET goes together with PAYMENTS_SCREENING_URL.");
    refused(
        "screening that outlasts a lease",
        Map.of(
            "PAYMENTS_SCREENING_URL", "https://localhost:1/", "PAYMENTS_SCREENING_TIMEOUT", "30s"),
        "PAYMENTS_SCREENING_TIMEOUT must be shorter than half of PAYMENTS_PAYOUT_SETTLEMENT_LEASE.");
    refused(
        "idempotency keys beyond personal data",
        Map.of(
            "PAYMENTS_RETENTION_PERSONAL_DATA",
            "30d",
            "PAYMENTS_RETENTION_IDEMPOTENCY_KEYS",
            "31d"),
        "PAYMENTS_RETENTION_IDEMPOTENCY_KEYS must not exceed PAYMENTS_RETENTION_PERSONAL_DATA.");
  }

  private void ports() {
    for (String time : List.of("0.9s", "61s")) {
      refused(
          "time for a port: " + time,
          Map.of("PAYMENTS_HTTP_PORT_TIMEOUT", time),
          "PAYMENTS_HTTP_PORT_TIMEOUT must be from 1 to 60 seconds.");
    }
  }

  private void secrets() {
    refused(
        "password twice",
        Map.of("DB_PASSWORD_FILE", file("password", PASSWORD)),
        "DB_PASSWORD and DB_PASSWORD_FILE must not both be set.");
    refused(
        "password that is not there",
        Map.of("DB_PASSWORD", "", "DB_PASSWORD_FILE", "/none"),
        "DB_PASSWORD_FILE names a file that cannot be read: /none.");
    refused(
        "encryption keys of an empty file",
        Map.of("PAYMENTS_ENCRYPTION_KEYS", "", "PAYMENTS_ENCRYPTION_KEYS_FILE", file("keys", "\n")),
        "PAYMENTS_ENCRYPTION_KEYS_FILE names an empty file.");
    refused(
        "wrong encryption keys in a file",
        Map.of(
            "PAYMENTS_ENCRYPTION_KEYS",
            "",
            "PAYMENTS_ENCRYPTION_KEYS_FILE",
            file("wrong-keys", "a:" + PASSWORD + "!\n")),
        "Entry 1 of PAYMENTS_ENCRYPTION_KEYS has a key that is not base64.");
  }

  private void tokenKeys() {
    String named = "JWT_PRIVATE_KEY_FILE";
    KeyPair small = pair(1024);
    KeyPair other = pair(2048);
    refused("no token key", Map.of(named, ""), named + " must name a PEM file.");
    refused(
        "token key that is not there",
        Map.of(named, "/none.pem"),
        named + " names a file that cannot be read: /none.pem.");
    refused(
        "token key of a curve",
        Map.of(named, file("ec.pem", TestKeys.pem(TestKeys.p256().getPrivate()))),
        PRIVATE_KEY);
    refused(
        "small token key",
        Map.of(named, file("small.pem", TestKeys.pem(small.getPrivate()))),
        PRIVATE_KEY);
    refused("half a token key", Map.of(named, file("half.pem", "-----BEGIN PRIV")), PRIVATE_KEY);
    refused(
        "small public key",
        Map.of("JWT_PUBLIC_KEY_FILE", file("small-public.pem", TestKeys.pem(small.getPublic()))),
        PUBLIC_KEY);
    refused(
        "another pair's public key",
        Map.of("JWT_PUBLIC_KEY_FILE", file("other.pem", TestKeys.pem(other.getPublic()))),
        "JWT_PRIVATE_KEY_FILE and JWT_PUBLIC_KEY_FILE do not belong together.");
    refused(
        "token key of PKCS#1",
        Map.of(
            named,
            file(
                "pkcs1.pem",
                "-----BEGIN RSA PRIVATE KEY-----\nMA==\n-----END RSA PRIVATE KEY-----")),
        PRIVATE_KEY);
    refused(
        "pair the wrong way round",
        Map.of(
            named,
            file("public-first.pem", TestKeys.pem(other.getPublic())),
            "JWT_PUBLIC_KEY_FILE",
            file("private-second.pem", TestKeys.pem(other.getPrivate()))),
        PRIVATE_KEY);
    String published = "JWT_PUBLIC_KEY_FILE";
    refused("no public key", Map.of(published, ""), published + " must name a PEM file.");
    refused(
        "public key that is not there",
        Map.of(published, "/none.pem"),
        published + " names a file that cannot be read: /none.pem.");
    refused(
        "public key of a curve",
        Map.of(published, file("ec-public.pem", TestKeys.pem(TestKeys.p256().getPublic()))),
        PUBLIC_KEY);
    refused(
        "accepted key that is not there",
        Map.of("PAYMENTS_TOKEN_ACCEPTED_KEY_FILES", "/none.pem"),
        "PAYMENTS_TOKEN_ACCEPTED_KEY_FILES names a file that cannot be read: /none.pem.");
  }

  private void encryptionKeys() {
    String setting = "PAYMENTS_ENCRYPTION_KEYS";
    String short16 = Base64.getEncoder().encodeToString(new byte[16]);
    refused(
        "no encryption key",
        Map.of(setting, ""),
        setting + " must be set: name:base64key, 32 bytes a key.");
    refused(
        "encryption key that is not base64",
        Map.of(setting, "a:" + PASSWORD + "!"),
        "Entry 1 of " + setting + " has a key that is not base64.");
    refused(
        "short encryption key",
        Map.of(setting, "a:" + short16),
        "Entry 1 of " + setting + " has a key that is not 32 bytes long.");
    refused(
        "encryption key without a name",
        Map.of(setting, PASSWORD),
        "Entry 1 of " + setting + " is not of the form name:base64key.");
  }

  private void refused(String name, Map<String, String> changes, String sentence) {
    refused(new WrongConfiguration(name, changes, sentence));
  }

  private void refused(WrongConfiguration wrong) {
    Map<String, String> changed = new HashMap<>(right(directory));
    changed.putAll(wrong.changes());
    all.add(new WrongConfiguration(wrong.name(), changed, wrong.sentence()));
  }

  private String file(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static KeyPair pair(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
