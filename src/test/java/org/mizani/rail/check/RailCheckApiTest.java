package org.mizani.rail.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Eventually.holds;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.RailSettings;
import org.mizani.rail.StandIns;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.rail.daraja.StandInOperation;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.rail.pawapay.PaymentKind;
import org.mizani.rail.pawapay.Provider;
import org.mizani.service.ServiceConfig;
import org.mizani.support.Defaults;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** Findings of the check of a rail, for rails that work and rails with a fault. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class RailCheckApiTest {

  private static final Predicate<String> TOKEN = line -> line.matches("ok +token .*");

  @Inject RailCheck check;
  @Inject ConnectedRails rails;
  @Inject RailSettings settings;
  @Inject CheckConfig config;
  @Inject Rows rows;

  @Inject StandIns standIns;

  private PawapayStandIn momo;
  private DarajaStandIn kenya;

  @BeforeEach
  void open() {
    momo = standIns.momo();
    kenya = standIns.kenya();
  }

  @Test
  void aWorkingRailHasOnlyGoodFindings() {
    // Again, where a stall holds an answer up.
    assertThat(eventually(() -> linesOf("momo"), RailCheckApiTest::areGood))
        .hasSize(8)
        .allMatch(line -> line.startsWith("ok "))
        .anyMatch(line -> line.matches("ok +signing +requests are not signed.*"))
        .anyMatch(line -> line.contains("192.0.2.0/24"))
        .anyMatch(line -> line.matches("ok +networks +open"));
    // Again, where the new token does not come in its few seconds.
    assertThat(eventually(this::checkWithBadToken, check -> check.isGood() && check.tokens() == 1))
        .satisfies(check -> assertThat(check.lines()).hasSize(7));
  }

  /** The check of a rail, and the number of tokens that its network issued meanwhile. */
  private record Check(List<String> lines, int tokens) {

    private boolean isGood() {
      return areGood(lines);
    }
  }

  private Check checkWithBadToken() {
    kenya.invalidateToken();
    int before = kenya.tokens();
    List<String> lines = linesOf("kenya");
    return new Check(lines, kenya.tokens() - before);
  }

  @Test
  void aRailThatOnlyCollectsIsCheckedByItsToken() {
    assertThat(eventually(() -> linesOf("prompts"), RailCheckApiTest::areGood))
        .hasSize(7)
        .anyMatch(line -> line.matches("ok +token .*"))
        .anyMatch(line -> line.matches("ok +passkey .*600981.*"))
        .noneMatch(line -> line.contains("balances"));
    assertThat(kenya.requests(StandInOperation.BALANCE)).isZero();
  }

  @Test
  void aPasskeyThatTheNetworkRefusesIsWrong() {
    List<String> lines =
        eventually(() -> linesOf("mistaken"), found -> found.stream().anyMatch(TOKEN));

    assertThat(lines)
        .anyMatch(line -> line.matches("wrong +passkey .*payments.rail.mistaken.passkey.*"));
    assertThat(kenya.requests(StandInOperation.PROMPT)).isZero();
  }

  /** Its name alone signs nothing. */
  @Test
  void aNameOfASigningKeyWithoutTheKeyIsWrong() {
    assertThat(linesOf("stranger"))
        .anyMatch(line -> line.matches("wrong +signing .*payments.rail.stranger.signing-key"));
  }

  @Test
  void aSigningKeyIsToldByItsName() {
    assertThat(linesOf("away")).anyMatch(line -> line.matches("ok +signing .*P-256 as our-key:.*"));
  }

  /** The addresses that M-PESA was seen to call from may be others by now. */
  @Test
  void inProductionTheSourcesOfUnsignedCallbacksAreToBeSet() {
    assertThat(sourcesInProduction("kenya"))
        .matches("cannot tell +sources .*payments.rail.kenya.callback-sources");
    assertThat(sourcesInProduction("away")).matches("ok +sources +not set.*");
    assertThat(sourcesInProduction("momo")).matches("ok +sources .*192.0.2.0/24.*");
  }

  private String sourcesInProduction(String rail) {
    ServiceConfig production =
        Defaults.with(ServiceConfig.class, Map.of("payments.environment", "production"));
    return new CallbackCheck(config, production)
        .sources(rails.named(rail).orElseThrow(), settings.rails().get(rail))
        .line();
  }

  /** M-PESA takes the question whatever the password of its initiator is. */
  @Test
  void theBalancesOfMpesaDoNotProveItsInitiator() {
    assertThat(eventually(() -> linesOf("kenya"), RailCheckApiTest::areGood))
        .filteredOn(line -> line.contains(" balances "))
        .singleElement()
        .asString()
        .matches("cannot tell +balances .*initiator.*/operator/rails/floats.*");
  }

  @Test
  void theCheckMovesNoMoney() {
    linesOf("momo");
    linesOf("kenya");

    assertThat(momo.books().all(PaymentKind.PAYOUT)).isEmpty();
    assertThat(momo.books().all(PaymentKind.DEPOSIT)).isEmpty();
    assertThat(kenya.books().entries()).isEmpty();
  }

  @Test
  void onlyAClosedProviderIsWrong() {
    momo.conduct().state(Provider.AIRTEL_TZA, "DELAYED");
    assertThat(linesOf("momo"))
        .anyMatch(line -> line.matches("ok +networks .*delayed.*AIRTEL_TZA PAYOUT.*"));

    momo.conduct().state(Provider.VODACOM_TZA, "CLOSED");
    assertThat(linesOf("momo"))
        .anyMatch(line -> line.matches("wrong +networks .*closed.*VODACOM_TZA PAYOUT.*"));
  }

  @Test
  void theCheckLeavesOneCallbackWithoutPayment() {
    String about = "SELECT count(*) FROM rail_callback WHERE rail = 'momo' AND payment_id IS NULL";
    long before = rows.count(about);

    linesOf("momo");

    assertThat(rows.count(about)).isEqualTo(before + 1);
  }

  @Test
  void aRefusedTokenIsWrong() {
    assertThat(linesOf("stranger"))
        .filteredOn(line -> line.startsWith("wrong"))
        .filteredOn(line -> !line.contains(" signing "))
        .hasSize(2)
        .allMatch(line -> line.contains("HTTP 403") && line.contains("check keys"))
        .anyMatch(line -> line.matches("wrong +networks .*"))
        .anyMatch(line -> line.matches("wrong +balances .*"));
  }

  @Test
  void credentialsThatGetNoTokenAreWrong() throws Exception {
    // Again, where the refusal does not come in its few seconds.
    holds(
        () ->
            assertThat(linesOf("impostor"))
                .anyMatch(line -> line.matches("ok +address .*"))
                .anyMatch(
                    line -> line.matches("wrong +token .*payments.rail.impostor.consumer-key.*"))
                .anyMatch(line -> line.matches("wrong +balances .*token.*")));
  }

  @Test
  void anUnreachableGatewayIsWrong() {
    // With a token, which the question for the balances needs first.
    eventually(() -> linesOf("kenya"), RailCheckApiTest::areGood);

    kenya.shut();

    assertThat(linesOf("kenya"))
        .anyMatch(line -> line.matches("wrong +balances .*the connection is refused.*"))
        .anyMatch(line -> line.matches("wrong +address .*the connection is refused.*"));

    kenya.open();
    eventually(() -> linesOf("kenya"), RailCheckApiTest::areGood);
  }

  @Test
  void anUnreachableNetworkIsWrong() {
    assertThat(linesOf("away"))
        .anyMatch(line -> line.matches("wrong +address .*the connection is refused.*"))
        .anyMatch(line -> line.matches("ok +callback .*"));
  }

  @Test
  void anAddressWithoutTlsIsWrong() {
    assertThat(linesOf("open"))
        .anyMatch(line -> line.matches("wrong +address .*not https.*"))
        .anyMatch(line -> line.matches("wrong +callback .*not https.*"));
  }

  @Test
  void aCallbackUrlOfAnotherServerIsWrong() {
    assertThat(linesOf("elsewhere"))
        .anyMatch(line -> line.matches("wrong +callback .*HTTP 404 to the secret.*"));
  }

  @Test
  void missingCallbackSettingsAreReported() {
    assertThat(linesOf("unset")).anyMatch(line -> line.matches("cannot tell +callback .*"));
    assertThat(linesOf("secretless"))
        .anyMatch(line -> line.matches("wrong +callback .*callback-secret"));
  }

  @Test
  void aClockThatDiffersIsWrong() {
    NetworkCheck late = new NetworkCheck(config, () -> Instant.now().minus(Duration.ofDays(1)));

    List<Finding> findings =
        late.address(rails.named("momo").orElseThrow(), settings.rails().get("momo"))
            .await()
            .atMost(PATIENCE);

    assertThat(findings)
        .extracting(Finding::line)
        .anyMatch(line -> line.matches("wrong +clock .* by 8[56][0-9]{3} s.*"));
  }

  @Test
  void anUnconnectedRailIsReported() {
    assertThat(linesOf("nobody"))
        .singleElement()
        .asString()
        .contains("no rail is connected as nobody", "kenya", "momo");
  }

  private static boolean areGood(List<String> lines) {
    return lines.stream().allMatch(line -> line.matches("ok .*|cannot tell +balances .*"));
  }

  private List<String> linesOf(String rail) {
    List<String> lines =
        check.of(rail).await().atMost(PATIENCE).stream().map(Finding::line).toList();
    assertThat(String.join("\n", lines))
        .doesNotContain(
            ConnectedProfile.SECRET,
            ConnectedProfile.TOKEN,
            "the-wrong-token",
            "the-wrong-secret",
            "the-wrong-passkey",
            "PRIVATE KEY",
            DarajaStandIn.PASSKEY,
            DarajaStandIn.INITIATOR_PASSWORD);
    return lines;
  }
}
