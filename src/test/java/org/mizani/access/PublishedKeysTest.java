package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.access.PublishedKeyResource.Key;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.service.ServiceConfig;
import org.mizani.support.BuildKeys;
import org.mizani.support.Defaults;
import org.mizani.support.JsonValues;

/** Keys that are published, and the statements and tokens that they have signed. */
class PublishedKeysTest {

  private static final KeyPair OLD = BuildKeys.pair("token");
  private static final KeyPair NEW = BuildKeys.pair("token-next");
  private static final KeyPair FOREIGN = BuildKeys.pair("foreign");
  private static final String PUBLISHED = "published.pem";
  private static final Instant NOW = Instant.parse("2026-11-27T10:00:00Z");

  @TempDir Path directory;

  private KeyFolder folder;
  private TokenKeys keys;

  @BeforeEach
  void startWithTheOldPair() {
    folder = new KeyFolder(directory).write(KeyFolder.files(OLD));
    folder.write(PUBLISHED, "");
    keys = new TokenKeys(config(), new SimpleMeterRegistry());
  }

  private TokenConfig config() {
    return folder.config(
        Map.of(
            "payments.token.accepted-key-files", folder.path(KeyFolder.ACCEPTED),
            "payments.token.published-key-files", folder.path(PUBLISHED)));
  }

  @Test
  void aSignatureHasItsTypeItsAudienceAndNoEnd() {
    String[] parts = sign().split("\\.");

    assertThat(JsonValues.of(Base64.getUrlDecoder().decode(parts[0])).getMap(""))
        .isEqualTo(Map.of("typ", "statement+jwt", "alg", "RS256", "kid", RsaKeys.id(OLD)));
    assertThat(JsonValues.of(Base64.getUrlDecoder().decode(parts[1])).getMap(""))
        .isEqualTo(
            Map.of(
                "iss", "business-payments",
                "aud", "business-payments-statement:test",
                "sub", "a business",
                "iat", (int) NOW.getEpochSecond(),
                "hash", "abc"));
  }

  @Test
  void noStatementIsATokenOfAnyBearer() {
    String statement = sign();

    for (Bearer bearer : Bearer.values()) {
      assertThat(TestTokens.checked(TestTokens.issuer(keys), bearer, statement)).isEmpty();
    }
  }

  @Test
  void aStatementOfAnOldKeyCanBeCheckedAsLongAsTheKeyIsPublished() throws Exception {
    String statement = sign();
    String token = TestTokens.issuer(keys).issue(Bearer.PARTNER, "any", Map.of());

    folder.write(KeyFolder.files(NEW));
    folder.write(PUBLISHED, KeyFolder.pem(OLD.getPublic(), FOREIGN.getPublic()));
    readTwice();

    assertThat(published())
        .extracting(Key::kid)
        .containsExactly(RsaKeys.id(NEW), RsaKeys.id(OLD), RsaKeys.id(FOREIGN));
    assertThat(isGenuine(statement)).isTrue();
    assertThat(isGenuine(sign())).isTrue();
    assertThat(TestTokens.checked(TestTokens.issuer(keys), Bearer.PARTNER, token)).isEmpty();

    folder.write(PUBLISHED, "");
    readTwice();
    assertThat(published()).extracting(Key::kid).containsExactly(RsaKeys.id(NEW));
  }

  @Test
  void aKeyThatIsAcceptedAndPublishedIsShownOnce() {
    folder.write(KeyFolder.files(NEW, OLD));
    folder.write(PUBLISHED, KeyFolder.pem(OLD.getPublic(), NEW.getPublic()));
    readTwice();

    assertThat(published()).extracting(Key::kid).containsExactly(RsaKeys.id(NEW), RsaKeys.id(OLD));
    assertThat(keys.current().ids()).containsExactlyInAnyOrder(RsaKeys.id(NEW), RsaKeys.id(OLD));
  }

  @Test
  void aKeyIsShownWithItsPublicNumbersAlone() throws Exception {
    String json = new ObjectMapper().writeValueAsString(published().get(0));

    assertThat(JsonValues.of(json).getMap(""))
        .containsOnlyKeys("kty", "use", "alg", "kid", "n", "e")
        .containsEntry("kty", "RSA")
        .containsEntry("use", "sig")
        .containsEntry("alg", "RS256")
        .containsEntry("e", "AQAB");
    assertThat(published().get(0).n()).hasSize(342);
  }

  @Test
  void refusesMoreThanThirtyTwoKeysAndTextThatIsNone() {
    folder.write(PUBLISHED, KeyFolder.pem(OLD.getPublic()).repeat(32));
    assertThat(new TokenKeys(config(), new SimpleMeterRegistry()).current().published()).hasSize(1);

    folder.write(PUBLISHED, KeyFolder.pem(OLD.getPublic()).repeat(33));
    assertRefused("PAYMENTS_TOKEN_PUBLISHED_KEY_FILES must hold at most 32 keys.");
    folder.write(PUBLISHED, KeyFolder.pem(OLD.getPrivate()));
    assertRefused(
        "PAYMENTS_TOKEN_PUBLISHED_KEY_FILES must hold RSA public keys of 2048 bits or more in PEM"
            + " (X.509), and no more.");
  }

  private void assertRefused(String sentence) {
    assertThatThrownBy(() -> new TokenKeys(config(), new SimpleMeterRegistry()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(sentence)
        .hasNoCause();
  }

  private boolean isGenuine(String statement) throws Exception {
    String[] parts = statement.split("\\.");
    String id = JsonValues.of(Base64.getUrlDecoder().decode(parts[0])).get("kid");
    Key key = published().stream().filter(one -> one.kid().equals(id)).findFirst().orElseThrow();
    RSAPublicKey shown = RsaKeys.of(key.n(), key.e());
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initVerify(shown);
    signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
    return signature.verify(Base64.getUrlDecoder().decode(parts[2]));
  }

  private List<Key> published() {
    return new PublishedKeyResource(keys).read().keys();
  }

  private String sign() {
    return new StatementSigner(keys, InstantSource.fixed(NOW), Defaults.of(ServiceConfig.class))
        .sign("a business", Map.of("hash", "abc"));
  }

  /** New contents count once two readings have found them. */
  private void readTwice() {
    keys.refresh();
    keys.refresh();
  }
}
