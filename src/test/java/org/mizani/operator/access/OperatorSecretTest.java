package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.access.TestTokens;
import org.mizani.access.TokenIssuer;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.service.ServiceConfig;
import org.mizani.support.Defaults;
import org.mizani.support.LoggedLines;

/** Operators' secret while it is exchanged, and where files hold it. */
class OperatorSecretTest {

  private static final String OLD = "o".repeat(32);
  private static final String NEW = "n".repeat(32);
  private static final String SECRET = "payments.operator.secret";
  private static final String PREVIOUS = "payments.operator.previous-secret";

  @TempDir Path directory;

  private Path current;
  private Path previous;
  private SimpleMeterRegistry registry;

  @BeforeEach
  void files() throws IOException {
    current = Files.writeString(directory.resolve("secret"), OLD + "\n");
    previous = Files.writeString(directory.resolve("previous"), OLD + "\n");
  }

  @Test
  void acceptsThePreviousSecretBesideTheCurrentOne() {
    OperatorCredential credential = of(Map.of(SECRET, NEW, PREVIOUS, OLD));

    assertThat(credential.login("root", NEW)).isPresent();
    assertThat(credential.login("root", OLD)).isPresent();
    assertThat(credential.login("root", "x".repeat(32))).isEmpty();
    assertThat(credential.login("toor", OLD)).isEmpty();
  }

  /** A pod that has the old secret alone accepts tokens that another one issues for it. */
  @Test
  void aTokenBelongsToTheSecretThatItWasIssuedFor() {
    OperatorCredential before = of(Map.of(SECRET, OLD));
    OperatorCredential during = of(Map.of(SECRET, NEW, PREVIOUS, OLD));
    OperatorCredential after = of(Map.of(SECRET, NEW));
    String old = token(during, OLD);
    String fresh = token(during, NEW);

    assertThat(verified(before, old)).contains("root");
    assertThat(verified(during, old)).contains("root");
    assertThat(verified(during, token(before, OLD))).contains("root");
    assertThat(verified(after, fresh)).contains("root");
    assertThat(verified(after, old)).isEmpty();
    assertThat(verified(before, fresh)).isEmpty();
  }

  @Test
  void followsItsFiles() throws IOException {
    OperatorCredential credential = ofFiles();
    String old = token(credential, OLD);

    Files.writeString(current, NEW + "\n");
    readTwice(credential);
    assertThat(credential.login("root", NEW)).isPresent();
    assertThat(credential.login("root", OLD)).isPresent();
    assertThat(verified(credential, old)).contains("root");

    Files.writeString(previous, "\n");
    readTwice(credential);
    assertThat(credential.login("root", NEW)).isPresent();
    assertThat(credential.login("root", OLD)).isEmpty();
    assertThat(credential.login("root", "")).isEmpty();
    assertThat(verified(credential, old)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n\t"})
  void aBlankFileOfThePreviousSecretIsNone(String blank) throws IOException {
    Files.writeString(previous, blank);

    OperatorCredential credential = ofFiles();

    assertThat(credential.login("root", OLD)).isPresent();
    assertThat(credential.login("root", blank)).isEmpty();
    assertThat(accepted()).isEqualTo(1);
  }

  /** As of the other secrets in files: only the line ends after it are left out. */
  @Test
  void aBlankBeforeOrAfterASecretInAFileBelongsToIt() throws IOException {
    Files.writeString(current, " " + NEW + "\t\r\n\n");
    Files.writeString(previous, OLD + " \n");

    OperatorCredential credential = ofFiles();

    assertThat(credential.login("root", " " + NEW + "\t")).isPresent();
    assertThat(credential.login("root", OLD + " ")).isPresent();
    assertThat(credential.login("root", NEW)).isEmpty();
    assertThat(credential.login("root", OLD)).isEmpty();
  }

  @Test
  void theGaugeCountsDifferentSecrets() throws IOException {
    of(Map.of("payments.operator.key", ""));
    assertThat(accepted()).isZero();

    OperatorCredential credential = ofFiles();
    assertThat(accepted()).isEqualTo(1);

    Files.writeString(current, NEW + "\n");
    readTwice(credential);
    assertThat(accepted()).isEqualTo(2);
  }

  /** The secret is still the operator's; tokens need a key that is accepted as well. */
  @Test
  void aTokenEndsWithTheKeyThatSignedIt() {
    OperatorCredential credential = of(Map.of(SECRET, OLD));
    String token = token(credential, OLD);

    assertThat(verified(TestTokens.issuer(directory), credential, token)).contains("root");
    assertThat(verified(TestTokens.issuer(directory, "token-next"), credential, token)).isEmpty();
  }

  @Test
  void aFileThatIsEmptyOrGoneLeavesTheOldSecretAndIsToldOnce() throws IOException {
    OperatorCredential credential = ofFiles();
    try (LoggedLines lines = LoggedLines.listen()) {
      Files.writeString(current, "");
      readTwice(credential);
      Files.delete(current);
      readTwice(credential);

      assertThat(credential.login("root", OLD)).isPresent();
      assertThat(credential.login("root", "")).isEmpty();
      assertThat(lines.text())
          .containsOnlyOnce("Reading operator secrets fails")
          .doesNotContain(OLD);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "secret, PAYMENTS_OPERATOR_SECRET_FILE",
    "previous, PAYMENTS_OPERATOR_PREVIOUS_SECRET_FILE"
  })
  void refusesAFileThatHoldsNoSecret(String file, String variable) throws IOException {
    Path path = directory.resolve(file);
    Files.writeString(path, OLD.substring(1));
    assertThatThrownBy(this::ofFiles)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(variable + " must have at least 32 characters.")
        .hasNoCause();

    Files.delete(path);
    assertThatThrownBy(this::ofFiles)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(variable + " names a file that cannot be read: " + path + ".")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n\t"})
  void refusesABlankFileOfTheCurrentSecret(String blank) throws IOException {
    Files.writeString(current, blank);

    assertThatThrownBy(this::ofFiles)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_OPERATOR_SECRET_FILE names an empty file.")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(strings = {SECRET, PREVIOUS})
  void refusesASecretBesideTheFileOfOne(String setting) {
    String variable = setting.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");

    assertThatThrownBy(() -> of(Map.of(setting, NEW, setting + "-file", current.toString())))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(variable + " and " + variable + "_FILE must not both be set.")
        .hasNoCause();
  }

  @Test
  void refusesAPreviousSecretAlone() {
    assertThatThrownBy(() -> of(Map.of("payments.operator.key", "", PREVIOUS, OLD)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_OPERATOR_PREVIOUS_SECRET needs PAYMENTS_OPERATOR_SECRET.")
        .hasNoCause();
  }

  private OperatorCredential ofFiles() {
    return of(
        Map.of(SECRET + "-file", current.toString(), PREVIOUS + "-file", previous.toString()));
  }

  private OperatorCredential of(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(Map.of("payments.operator.key", "root"));
    all.putAll(settings);
    registry = new SimpleMeterRegistry();
    return new OperatorCredential(
        Defaults.with(OperatorConfig.class, all),
        Defaults.with(ServiceConfig.class, Map.of("payments.environment", "production")),
        registry);
  }

  /** The gauge of the credential that was made last. */
  private double accepted() {
    return registry.get("payments.operator.secrets").gauge().value();
  }

  private String token(OperatorCredential credential, String secret) {
    return credential
        .login("root", secret)
        .map(credential::claimsOf)
        .map(claims -> TestTokens.issuer(directory).issue(Bearer.OPERATOR, "root", claims))
        .orElseThrow();
  }

  private Optional<String> verified(OperatorCredential credential, String token) {
    return verified(TestTokens.issuer(directory), credential, token);
  }

  private static Optional<String> verified(
      TokenIssuer issuer, OperatorCredential credential, String token) {
    return TestTokens.checked(issuer, Bearer.OPERATOR, token)
        .map(TokenIssuer.Checked::claims)
        .filter(credential::isIssued)
        .map(JsonWebToken::getSubject);
  }

  /** New contents count once two readings have found them. */
  private static void readTwice(OperatorCredential credential) {
    credential.refresh();
    credential.refresh();
  }
}
