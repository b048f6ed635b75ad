package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mizani.access.TestTokens.claims;
import static org.mizani.access.TestTokens.named;
import static org.mizani.access.TestTokens.signed;

import io.smallrye.jwt.algorithm.SignatureAlgorithm;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.support.BuildKeys;
import org.mizani.support.JsonValues;
import org.mizani.support.TestKeys;

/** Choice of the key that a token is checked with. */
class TokenIssuerTest {

  private static final KeyPair PAIR = BuildKeys.pair("token");
  private static final KeyPair NEXT = BuildKeys.pair("token-next");
  private static final KeyPair FOREIGN = BuildKeys.pair("foreign");

  @TempDir Path directory;

  private TokenIssuer issuer;

  /** It signs with one pair and accepts the next one's tokens. */
  @BeforeEach
  void issuer() {
    issuer = issuer(PAIR, NEXT);
  }

  @Test
  void aTokenNamesTheKeyThatSignedIt() {
    JsonValues header = header(issuer.issue(Bearer.PARTNER, "any", Map.of()));

    assertThat(header.getMap(""))
        .isEqualTo(Map.of("typ", "JWT", "alg", "RS256", "kid", RsaKeys.id(PAIR)));
  }

  @Test
  void acceptsTokensOfEachKeyByItsId() {
    String own = issuer.issue(Bearer.PARTNER, "any", Map.of());
    String others = issuer(NEXT, PAIR).issue(Bearer.PARTNER, "any", Map.of());

    assertThat(keyOf(own)).contains(RsaKeys.id(PAIR));
    assertThat(keyOf(others)).contains(RsaKeys.id(NEXT));
  }

  @Test
  void aTokenWithoutAnIdIsCheckedWithAllKeys() {
    assertThat(keyOf(signed(PAIR, null))).contains(RsaKeys.id(PAIR));
    assertThat(keyOf(signed(NEXT, null))).contains(RsaKeys.id(NEXT));
    assertThat(keyOf(signed(FOREIGN, null))).isEmpty();
  }

  @Test
  void refusesTheTokensOfARetiredKey() {
    TokenIssuer later = issuer(NEXT);
    String named = signed(PAIR, RsaKeys.id(PAIR));
    assertThat(keyOf(named)).contains(RsaKeys.id(PAIR));

    assertThat(TestTokens.checked(later, Bearer.PARTNER, named)).isEmpty();
    assertThat(TestTokens.checked(later, Bearer.PARTNER, signed(PAIR, null))).isEmpty();
  }

  @Test
  void tellsATokenThatHasExpiredFromOneThatIsInvalid() {
    JwtClaimsBuilder ended = claims().expiresAt(Instant.now().minusSeconds(1));
    JwtClaimsBuilder endedOfOthers =
        claims().expiresAt(Instant.now().minusSeconds(1)).audience("business-payments:live");

    assertThat(refusal(signedBy(PAIR, ended))).isEqualTo(ApiFault.TOKEN_EXPIRED);
    assertThat(refusal(signedBy(PAIR, endedOfOthers))).isEqualTo(ApiFault.TOKEN_INVALID);
    assertThat(refusal(signedBy(FOREIGN, ended))).isEqualTo(ApiFault.TOKEN_INVALID);
  }

  private static String signedBy(KeyPair pair, JwtClaimsBuilder claims) {
    return named(claims, null).algorithm(SignatureAlgorithm.RS256).sign(pair.getPrivate());
  }

  private ApiFault refusal(String token) {
    return catchThrowableOfType(ApiException.class, () -> issuer.check(Bearer.PARTNER, token))
        .fault();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "unknown", "../../dev/null", "' OR 1=1 --"})
  void refusesAnUnknownIdWhateverTheSignature(String id) {
    assertThat(keyOf(signed(PAIR, id))).isEmpty();
  }

  @Test
  void refusesATokenThatNamesAnotherKeyThanItsOwn() {
    assertThat(keyOf(signed(PAIR, RsaKeys.id(NEXT)))).isEmpty();
    assertThat(keyOf(signed(FOREIGN, RsaKeys.id(PAIR)))).isEmpty();
  }

  @Test
  void refusesAnIdThatIsNoText() {
    String token =
        claims().jws().header("kid", 7).algorithm(SignatureAlgorithm.RS256).sign(PAIR.getPrivate());

    assertThat(header(token).getMap("")).containsEntry("kid", 7);
    assertThat(keyOf(token)).isEmpty();
  }

  @Test
  void refusesTheAlgorithmNone() {
    String claims = signed(PAIR, RsaKeys.id(PAIR)).split("\\.")[1];
    for (String header :
        new String[] {
          "{\"alg\":\"none\",\"kid\":\"" + RsaKeys.id(PAIR) + "\"}", "{\"alg\":\"none\"}"
        }) {
      assertThat(keyOf(base64(header) + "." + claims + ".")).isEmpty();
    }
  }

  /** To an attacker the public key, and its PEM, are known. */
  @Test
  void refusesAPublicKeyAsTheSecretOfAnHmac() {
    byte[] pem = TestKeys.pem(PAIR.getPublic()).getBytes(StandardCharsets.UTF_8);
    for (byte[] secret : new byte[][] {pem, PAIR.getPublic().getEncoded()}) {
      for (String id : new String[] {RsaKeys.id(PAIR), null}) {
        String token =
            named(claims(), id)
                .algorithm(SignatureAlgorithm.HS256)
                .sign(new SecretKeySpec(secret, "HmacSHA256"));

        assertThat(keyOf(token)).isEmpty();
      }
    }
  }

  @Test
  void refusesAnotherAlgorithmOfTheSameKey() {
    String token =
        named(claims(), RsaKeys.id(PAIR))
            .algorithm(SignatureAlgorithm.PS256)
            .sign(PAIR.getPrivate());

    assertThat(keyOf(token)).isEmpty();
  }

  /** The types of statements and of access tokens of others are signed texts, too. */
  @ParameterizedTest
  @ValueSource(strings = {"statement+jwt", "at+jwt", "jwt", ""})
  void refusesAnotherTypeThanATokens(String type) {
    String token =
        named(claims(), RsaKeys.id(PAIR))
            .header("typ", type)
            .algorithm(SignatureAlgorithm.RS256)
            .sign(PAIR.getPrivate());

    assertThat(header(token).getMap("")).containsEntry("typ", type);
    assertThat(keyOf(token)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a.b.c", "e30.e30.", "W10.e30.e30", "a.b.c.d.e", "!.!.!"})
  void refusesTextThatIsNoToken(String text) {
    assertThat(keyOf(text)).isEmpty();
  }

  private TokenIssuer issuer(KeyPair signing, KeyPair... accepted) {
    KeyFolder folder = new KeyFolder(directory).write(KeyFolder.files(signing, accepted));
    return TestTokens.issuer(folder.keys());
  }

  private Optional<String> keyOf(String token) {
    return TestTokens.checked(issuer, Bearer.PARTNER, token).map(TokenIssuer.Checked::keyId);
  }

  private static JsonValues header(String token) {
    return JsonValues.of(Base64.getUrlDecoder().decode(token.split("\\.")[0]));
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
