package org.mizani.access;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.support.Defaults;
import org.mizani.support.TestKeys;

/** Files of token keys, and the settings that name them. */
record KeyFolder(Path directory) {

  static final String PRIVATE = "private.pem";
  static final String PUBLIC = "public.pem";
  static final String ACCEPTED = "accepted.pem";

  /** The files of a pair that signs, and of the public keys that are accepted beside it. */
  static Map<String, String> files(KeyPair signing, KeyPair... accepted) {
    return Map.of(
        PRIVATE,
        TestKeys.pem(signing.getPrivate()),
        PUBLIC,
        TestKeys.pem(signing.getPublic()),
        ACCEPTED,
        pem(Stream.of(accepted).map(KeyPair::getPublic).toArray(Key[]::new)));
  }

  /** Keys one after the other, as PEM. */
  static String pem(Key... keys) {
    return Stream.of(keys).map(TestKeys::pem).collect(Collectors.joining("\n"));
  }

  KeyFolder write(Map<String, String> files) {
    files.forEach(this::write);
    return this;
  }

  void write(String name, String text) {
    try {
      Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Settings that name the pair, and the accepted keys. */
  TokenConfig config() {
    return config(Map.of("payments.token.accepted-key-files", path(ACCEPTED)));
  }

  /** Settings that name the pair, and these. */
  TokenConfig config(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.putIfAbsent("payments.token.private-key-file", path(PRIVATE));
    settings.putIfAbsent("payments.token.public-key-file", path(PUBLIC));
    return Defaults.with(TokenConfig.class, settings);
  }

  TokenKeys keys() {
    return new TokenKeys(config(), new SimpleMeterRegistry());
  }

  String path(String name) {
    return directory.resolve(name).toString();
  }
}
