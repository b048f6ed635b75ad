package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.BuildKeys;
import org.mizani.support.TestKeys;

/** Keys of access tokens at the start: those that are taken, and those that end it. */
class TokenKeysTest {

  private static final KeyPair PAIR = BuildKeys.pair("token");
  private static final KeyPair NEXT = BuildKeys.pair("token-next");
  private static final KeyPair FOREIGN = BuildKeys.pair("foreign");

  private static final String NOT_PRIVATE =
      "JWT_PRIVATE_KEY_FILE must hold an RSA private key of 2048 bits or more in PEM (PKCS#8).";
  private static final String NOT_PUBLIC =
      " must hold RSA public keys of 2048 bits or more in PEM (X.509), and no more.";

  @TempDir Path directory;

  @Test
  void aKeysIdIsItsThumbprint() throws Exception {
    // The example of RFC 7638, section 3.1.
    String modulus =
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs"
            + "tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n"
            + "91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";

    assertThat(TokenKey.of(RsaKeys.of(modulus, "AQAB")).id())
        .isEqualTo("NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
  }

  @Test
  void acceptsTheSigningKeyAndTheFurtherOnes() {
    TokenKeys keys = folder(KeyFolder.files(PAIR, NEXT)).keys();

    assertThat(keys.current().signingId()).isEqualTo(RsaKeys.id(PAIR));
    assertThat(keys.current().ids()).containsExactlyInAnyOrder(RsaKeys.id(PAIR), RsaKeys.id(NEXT));
  }

  @Test
  void aKeyThatIsNamedTwiceIsOne() {
    TokenKeys keys = folder(KeyFolder.files(PAIR, PAIR, NEXT, NEXT)).keys();

    assertThat(keys.current().ids()).containsExactlyInAnyOrder(RsaKeys.id(PAIR), RsaKeys.id(NEXT));
  }

  @Test
  void readsEachOfSeveralFiles() {
    KeyFolder folder = folder(KeyFolder.files(PAIR, NEXT));
    folder.write("third.pem", KeyFolder.pem(FOREIGN.getPublic()));
    String files = folder.path(KeyFolder.ACCEPTED) + "," + folder.path("third.pem");

    TokenKeySet keys = keys(folder, accepted(files));

    assertThat(keys.ids())
        .containsExactlyInAnyOrder(RsaKeys.id(PAIR), RsaKeys.id(NEXT), RsaKeys.id(FOREIGN));
  }

  @Test
  void needsNoFurtherKeys() {
    assertThat(keys(folder(KeyFolder.files(PAIR)), Map.of()).ids())
        .containsExactly(RsaKeys.id(PAIR));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n\t"})
  void aBlankFileHoldsNoFurtherKeys(String blank) {
    KeyFolder folder = folder(KeyFolder.files(PAIR, NEXT));
    folder.write("blank.pem", blank);
    String files = folder.path("blank.pem") + "," + folder.path(KeyFolder.ACCEPTED);

    assertThat(keys(folder, accepted(folder.path("blank.pem"))).ids())
        .containsExactly(RsaKeys.id(PAIR));
    assertThat(keys(folder, accepted(files)).ids())
        .containsExactlyInAnyOrder(RsaKeys.id(PAIR), RsaKeys.id(NEXT));
  }

  @Test
  void refusesMoreThanEightFurtherKeysOverAllFiles() {
    KeyFolder folder = folder(KeyFolder.files(PAIR, NEXT));
    folder.write("eight.pem", KeyFolder.pem(NEXT.getPublic()).repeat(8));
    String eight = folder.path("eight.pem");

    assertThat(keys(folder, accepted(eight)).ids()).contains(RsaKeys.id(NEXT));
    assertThatThrownBy(() -> keys(folder, accepted(eight + "," + folder.path(KeyFolder.ACCEPTED))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_TOKEN_ACCEPTED_KEY_FILES must hold at most 8 keys.")
        .hasNoCause();
  }

  static Stream<Arguments> unusable() {
    String pair = KeyFolder.pem(PAIR.getPrivate());
    String one = KeyFolder.pem(PAIR.getPublic());
    KeyPair small = RsaKeys.pair(1024);
    String half = one.substring(0, one.length() / 2);
    return Stream.of(
        Arguments.of(KeyFolder.PRIVATE, "", NOT_PRIVATE),
        Arguments.of(KeyFolder.PRIVATE, pair.substring(0, pair.length() / 2), NOT_PRIVATE),
        Arguments.of(KeyFolder.PRIVATE, one, NOT_PRIVATE),
        Arguments.of(KeyFolder.PRIVATE, TestKeys.pem(TestKeys.p256().getPrivate()), NOT_PRIVATE),
        Arguments.of(KeyFolder.PRIVATE, TestKeys.pem(small.getPrivate()), NOT_PRIVATE),
        Arguments.of(
            KeyFolder.PRIVATE,
            TestKeys.pem(NEXT.getPrivate()),
            "JWT_PRIVATE_KEY_FILE and JWT_PUBLIC_KEY_FILE do not belong together."),
        Arguments.of(KeyFolder.PUBLIC, "", "JWT_PUBLIC_KEY_FILE" + NOT_PUBLIC),
        Arguments.of(KeyFolder.PUBLIC, half, "JWT_PUBLIC_KEY_FILE" + NOT_PUBLIC),
        Arguments.of(KeyFolder.PUBLIC, pair, "JWT_PUBLIC_KEY_FILE" + NOT_PUBLIC),
        Arguments.of(
            KeyFolder.PUBLIC,
            TestKeys.pem(TestKeys.p256().getPublic()),
            "JWT_PUBLIC_KEY_FILE" + NOT_PUBLIC),
        Arguments.of(
            KeyFolder.PUBLIC, TestKeys.pem(small.getPublic()), "JWT_PUBLIC_KEY_FILE" + NOT_PUBLIC),
        Arguments.of(
            KeyFolder.PUBLIC,
            KeyFolder.pem(PAIR.getPublic(), NEXT.getPublic()),
            "JWT_PUBLIC_KEY_FILE must hold one key."),
        Arguments.of(
            KeyFolder.ACCEPTED, one + half, "PAYMENTS_TOKEN_ACCEPTED_KEY_FILES" + NOT_PUBLIC),
        Arguments.of(
            KeyFolder.ACCEPTED,
            one + TestKeys.pem(small.getPublic()),
            "PAYMENTS_TOKEN_ACCEPTED_KEY_FILES" + NOT_PUBLIC),
        Arguments.of(
            KeyFolder.ACCEPTED, one + pair, "PAYMENTS_TOKEN_ACCEPTED_KEY_FILES" + NOT_PUBLIC));
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void refusesAFileThatIsNoKey(String file, String text, String sentence) {
    Map<String, String> files = new HashMap<>(KeyFolder.files(PAIR, NEXT));
    files.put(file, text);
    KeyFolder folder = folder(files);

    assertThatThrownBy(folder::keys)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(sentence)
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({
    "private-key-file, JWT_PRIVATE_KEY_FILE",
    "public-key-file, JWT_PUBLIC_KEY_FILE",
    "accepted-key-files, PAYMENTS_TOKEN_ACCEPTED_KEY_FILES"
  })
  void refusesAFileThatIsNotThere(String setting, String variable) {
    KeyFolder folder = folder(KeyFolder.files(PAIR, NEXT));
    String gone = folder.path("gone.pem");

    assertThatThrownBy(() -> keys(folder, Map.of("payments.token." + setting, gone)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(variable + " names a file that cannot be read: " + gone + ".")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({"private-key-file, JWT_PRIVATE_KEY_FILE", "public-key-file, JWT_PUBLIC_KEY_FILE"})
  void refusesHalfAPair(String setting, String variable) {
    KeyFolder folder = folder(KeyFolder.files(PAIR, NEXT));

    assertThatThrownBy(() -> keys(folder, Map.of("payments.token." + setting, "")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(variable + " must name a PEM file.")
        .hasNoCause();
  }

  @Test
  void refusesAnIntervalWithoutAPause() {
    KeyFolder folder = folder(KeyFolder.files(PAIR, NEXT));

    assertThatThrownBy(() -> keys(folder, Map.of("payments.token.refresh-every", "999ms")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_TOKEN_REFRESH_EVERY must be at least 1s.")
        .hasNoCause();
  }

  @Test
  void tellsNoKey() {
    TokenKeyFiles files = TokenKeyFiles.read(folder(KeyFolder.files(PAIR, NEXT)).config());
    String line = TestKeys.pem(PAIR.getPrivate()).lines().skip(1).findFirst().orElseThrow();

    assertThat(files.privateKey()).contains(line);
    assertThat(files.toString()).doesNotContain(line);
  }

  private static Map<String, String> accepted(String files) {
    return Map.of("payments.token.accepted-key-files", files);
  }

  private KeyFolder folder(Map<String, String> files) {
    return new KeyFolder(directory).write(files);
  }

  private static TokenKeySet keys(KeyFolder folder, Map<String, String> settings) {
    return new TokenKeys(folder.config(settings), new SimpleMeterRegistry()).current();
  }
}
