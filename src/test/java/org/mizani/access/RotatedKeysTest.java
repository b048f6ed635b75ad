package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyPair;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.support.BuildKeys;
import org.mizani.support.LoggedLines;
import org.mizani.support.MountedSecret;
import org.mizani.support.TestKeys;

/** Keys of access tokens; their files change while the service runs. */
class RotatedKeysTest {

  private static final KeyPair OLD = BuildKeys.pair("token");
  private static final KeyPair NEW = BuildKeys.pair("token-next");
  private static final String FAILS = "Reading token keys fails";
  private static final String MENDED = "Reading token keys succeeds again";

  @TempDir Path directory;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private KeyFolder folder;
  private TokenKeys keys;
  private LoggedLines lines;

  @BeforeEach
  void startWithTheOldPair() {
    folder = new KeyFolder(directory).write(KeyFolder.files(OLD, OLD));
    keys = new TokenKeys(folder.config(), registry);
    lines = LoggedLines.listen();
  }

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void followsTheFilesThroughARotation() {
    assertThat(gauges()).isEqualTo(Map.of(RsaKeys.id(OLD), 2.0));

    folder.write(KeyFolder.files(OLD, OLD, NEW));
    readTwice();
    assertThat(gauges()).isEqualTo(Map.of(RsaKeys.id(OLD), 2.0, RsaKeys.id(NEW), 1.0));

    folder.write(KeyFolder.files(NEW, OLD, NEW));
    readTwice();
    assertThat(keys.current().signingId()).isEqualTo(RsaKeys.id(NEW));
    assertThat(gauges()).isEqualTo(Map.of(RsaKeys.id(OLD), 1.0, RsaKeys.id(NEW), 2.0));

    // The accepted file is empty: there is no way to keep the old key in it by mistake.
    folder.write(KeyFolder.files(NEW));
    readTwice();
    assertThat(gauges()).isEqualTo(Map.of(RsaKeys.id(NEW), 2.0));
    assertThat(lines.text()).doesNotContain(FAILS);
  }

  @Test
  void readsContentsNotTimes() throws IOException {
    Path file = directory.resolve(KeyFolder.ACCEPTED);
    FileTime before = Files.getLastModifiedTime(file);

    folder.write(KeyFolder.files(OLD, OLD, NEW));
    Files.setLastModifiedTime(file, before);
    readTwice();

    assertThat(keys.current().ids()).contains(RsaKeys.id(NEW));
  }

  /** Of two keys in a file the first may be there alone while the second is being written. */
  @Test
  void contentsThatOneReadingHasFoundDoNotCount() {
    folder.write(KeyFolder.files(OLD, OLD, NEW));
    readTwice();

    folder.write(KeyFolder.files(OLD, OLD));
    keys.refresh();
    assertThat(keys.current().ids()).contains(RsaKeys.id(NEW));

    folder.write(KeyFolder.files(OLD, NEW, OLD));
    keys.refresh();
    assertThat(keys.current().ids()).contains(RsaKeys.id(NEW));

    folder.write(KeyFolder.files(OLD));
    keys.refresh();
    assertThat(keys.current().ids()).contains(RsaKeys.id(NEW));
    assertThat(lines.text()).doesNotContain(FAILS);
  }

  @Test
  void aHalfWrittenFileLeavesTheOldKeysAndIsToldOnce() {
    String whole = TestKeys.pem(NEW.getPrivate());
    folder.write(KeyFolder.PUBLIC, TestKeys.pem(NEW.getPublic()));
    folder.write(KeyFolder.PRIVATE, whole.substring(0, whole.length() / 2));
    readTwice();
    readTwice();

    assertThat(keys.current().signingId()).isEqualTo(RsaKeys.id(OLD));
    assertThat(lines.text()).containsOnlyOnce(FAILS).contains("JWT_PRIVATE_KEY_FILE must hold");

    folder.write(KeyFolder.PRIVATE, whole);
    readTwice();
    assertThat(keys.current().signingId()).isEqualTo(RsaKeys.id(NEW));
    assertThat(lines.text()).containsOnlyOnce(FAILS).containsOnlyOnce(MENDED);
  }

  @Test
  void aPairThatDoesNotBelongTogetherIsNotTaken() {
    folder.write(KeyFolder.PRIVATE, TestKeys.pem(NEW.getPrivate()));
    readTwice();

    assertThat(keys.current().signingId()).isEqualTo(RsaKeys.id(OLD));
    assertThat(lines.text()).containsOnlyOnce("do not belong together.");
  }

  @Test
  void aFileThatIsGoneLeavesTheOldKeysUntilItIsBack() throws IOException {
    Files.delete(directory.resolve(KeyFolder.ACCEPTED));
    readTwice();

    assertThat(keys.current().ids()).containsExactly(RsaKeys.id(OLD));
    assertThat(lines.text()).containsOnlyOnce(FAILS).doesNotContain(MENDED);

    folder.write(KeyFolder.files(OLD, OLD));
    readTwice();
    assertThat(lines.text()).containsOnlyOnce(FAILS).containsOnlyOnce(MENDED);
  }

  @Test
  void followsASecretThatIsExchangedByItsLink() {
    Path mount = directory.resolve("mount");
    MountedSecret secret = MountedSecret.in(mount, KeyFolder.files(OLD, OLD));
    TokenKeys mounted = new KeyFolder(mount).keys();

    secret.exchange(KeyFolder.files(NEW, OLD));
    mounted.refresh();
    mounted.refresh();

    assertThat(mounted.current().signingId()).isEqualTo(RsaKeys.id(NEW));
    assertThat(mounted.current().ids()).containsExactlyInAnyOrder(RsaKeys.id(OLD), RsaKeys.id(NEW));
  }

  /** Tokens without an id are of pods of the version before. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRememberedTokenOfARemovedKeyIsRefused(boolean named) {
    // Given
    TokenIssuer issuer = TestTokens.issuer(keys);
    AccessTokens tokens = new AccessTokens(issuer, InstantSource.system(), folder.config());
    String old = TestTokens.signed(OLD, named ? RsaKeys.id(OLD) : null);
    folder.write(KeyFolder.files(NEW, OLD));
    readTwice();
    assertThat(tokens.verify(old)).isNotNull();

    // When
    folder.write(KeyFolder.files(NEW, NEW));
    readTwice();

    // Then
    assertThatThrownBy(() -> tokens.verify(old))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> assertThat(refusal.fault()).isEqualTo(ApiFault.TOKEN_INVALID));
    String fresh = issuer.issue(Bearer.PARTNER, "any", Map.of("api_key_id", 7L));
    assertThat(tokens.verify(fresh)).isNotNull();
  }

  /** New contents count once two readings have found them. */
  private void readTwice() {
    keys.refresh();
    keys.refresh();
  }

  private Map<String, Double> gauges() {
    return registry.find("payments.token.key").gauges().stream()
        .collect(Collectors.toMap(gauge -> gauge.getId().getTag("kid"), Gauge::value));
  }
}
