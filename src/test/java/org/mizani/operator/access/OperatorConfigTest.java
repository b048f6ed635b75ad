package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ApiFault;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;
import org.mizani.support.Defaults;

/** Settings of the operators' access, and accesses without it. */
class OperatorConfigTest {

  private static final String KEY = "payments.operator.key";
  private static final String PORT = "payments.operator.port";
  private static final String SECRET = "payments.operator.secret";
  private static final String TOTP = "payments.operator.totp";
  private static final String SHORTEST = "s".repeat(32);

  @ParameterizedTest
  @ValueSource(strings = {KEY, SECRET})
  void refusesHalfACredential(String setting) {
    assertThatThrownBy(() -> credential("test", Map.of(setting, SHORTEST)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_OPERATOR_KEY and PAYMENTS_OPERATOR_SECRET go together.")
        .hasNoCause();
  }

  @Test
  void refusesASecretInProductionThatCanBeGuessed() {
    Map<String, String> guessable = Map.of(KEY, "root", SECRET, SHORTEST.substring(1));

    assertThatThrownBy(() -> credential("production", guessable))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_OPERATOR_SECRET must have at least 32 characters.")
        .hasNoCause();
    assertThatCode(() -> credential("test", guessable)).doesNotThrowAnyException();
  }

  @Test
  void keyAndSecretMatchOnlyTogether() {
    OperatorCredential credential = credential("production", Map.of(KEY, "root", SECRET, SHORTEST));

    assertThat(credential.login("root", SHORTEST)).isPresent();
    assertThat(credential.login("root", SHORTEST + "s")).isEmpty();
    assertThat(credential.login("toor", SHORTEST)).isEmpty();
  }

  @Test
  void theCredentialManagesOperatorsAloneInProduction() {
    Map<String, String> set = Map.of(KEY, "root", SECRET, SHORTEST);

    assertThat(credential("production", set).role()).isEqualTo(OperatorRole.BOOTSTRAP);
    assertThat(credential("test", set).role()).isEqualTo(OperatorRole.ADMINISTRATOR);
  }

  @Test
  void withoutACredentialNoOperatorIsKnown() {
    OperatorCredential none = credential("production", Map.of());

    assertThat(none.login("root", SHORTEST)).isEmpty();
    assertThat(none.login("nobody", "nothing")).isEmpty();
  }

  @Test
  void productionHasAPortOfItsOwn() {
    OperatorConfig unset = Defaults.of(OperatorConfig.class);
    OperatorConfig set = Defaults.with(OperatorConfig.class, Map.of(PORT, "8100"));

    assertThat(OperatorPort.numberOf(unset, ServiceEnvironment.PRODUCTION)).hasValue(8081);
    assertThat(OperatorPort.numberOf(unset, ServiceEnvironment.TEST)).isEmpty();
    assertThat(OperatorPort.numberOf(set, ServiceEnvironment.PRODUCTION)).hasValue(8100);
    assertThat(OperatorPort.numberOf(set, ServiceEnvironment.TEST)).hasValue(8100);
  }

  @Test
  void aSecondFactorIsOptionalUnlessItIsRequired() {
    assertThat(config(Map.of()).totpRequired()).isFalse();
    assertThat(config(Map.of(TOTP, "required")).totpRequired()).isTrue();
  }

  @Test
  void refusesAnotherWordForTheSecondFactor() {
    assertThatThrownBy(() -> config(Map.of(TOTP, "yes")).totpRequired())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_OPERATOR_TOTP must be optional or required.")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101"})
  void refusesTriesThatAreNoneOrTooMany(String tries) {
    assertThatThrownBy(() -> config(Map.of(TOTP + "-tries", tries)).validTotpTries())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_OPERATOR_TOTP_TRIES must be from 1 to 100.")
        .hasNoCause();
  }

  @Test
  void aRequestThatNoFilterGuardedIsRefused() {
    assertThatThrownBy(() -> new CurrentOperator().require())
        .isInstanceOfSatisfying(
            ApiFault.ApiException.class,
            refusal -> assertThat(refusal.fault()).isEqualTo(ApiFault.TOKEN_MISSING));
  }

  private static OperatorConfig config(Map<String, String> own) {
    return Defaults.with(OperatorConfig.class, own);
  }

  private static OperatorCredential credential(String environment, Map<String, String> own) {
    ServiceConfig service =
        Defaults.with(ServiceConfig.class, Map.of("payments.environment", environment));
    return new OperatorCredential(
        Defaults.with(OperatorConfig.class, own), service, new SimpleMeterRegistry());
  }
}
