package org.mizani.rail.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.RailSettings;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.rail.daraja.StandInOperation;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.rail.pawapay.PaymentKind;
import org.mizani.rail.pawapay.Provider;
import org.mizani.support.FreePort;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** What the check of a rail finds, of rails that work and of those that do not. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(RailCheckApiTest.Connected.class)
class RailCheckApiTest {

  private static final String SECRET = "where-the-network-calls-back";

  /** Rails that are as they should be, and rails that each lack something. */
  public static final class Connected implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      String here = "http://localhost:" + FreePort.number();
      String network = "http://127.0.0.1:" + FreePort.number();
      Map<String, String> settings = new HashMap<>();
      settings.put("quarkus.http.test-port", here.substring(here.lastIndexOf(':') + 1));
      settings.put("quarkus.scheduler.start-mode", "halted");
      settings.put("payments.rail-check.timeout", "3s");
      pawapay(settings, "momo", network, here);
      settings.put("payments.rail.momo.callback-sources", "192.0.2.0/24");
      pawapay(settings, "stranger", network, here);
      settings.put("payments.rail.stranger.token", "the-wrong-token");
      pawapay(settings, "away", "http://127.0.0.1:" + FreePort.number(), here);
      pawapay(settings, "open", "http://pawapay.example", "http://hooks.example");
      pawapay(settings, "elsewhere", network, network);
      pawapay(settings, "unset", network, here);
      settings.remove("payments.rail.unset.callback-url");
      pawapay(settings, "secretless", network, here);
      settings.remove("payments.rail.secretless.callback-secret");
      String kenya = "http://127.0.0.1:" + FreePort.number();
      daraja(settings, "kenya", kenya, here);
      daraja(settings, "prompts", kenya, here);
      settings.remove("payments.rail.prompts.initiator");
      settings.put("payments.rail.prompts.passkey", DarajaStandIn.PASSKEY);
      daraja(settings, "impostor", kenya, here);
      settings.put("payments.rail.impostor.consumer-secret", "the-wrong-secret");
      return settings;
    }

    private static void pawapay(
        Map<String, String> settings, String rail, String url, String callbackUrl) {
      String prefix = "payments.rail." + rail + ".";
      settings.put(prefix + "type", "pawapay");
      settings.put(prefix + "url", url);
      settings.put(prefix + "token", "the-token");
      settings.put(prefix + "callback-url", callbackUrl);
      settings.put(prefix + "callback-secret", SECRET);
      settings.put(prefix + "timeout", "1s");
    }

    private static void daraja(
        Map<String, String> settings, String rail, String url, String callbackUrl) {
      String prefix = "payments.rail." + rail + ".";
      settings.put(prefix + "type", "daraja");
      settings.put(prefix + "url", url);
      settings.put(prefix + "consumer-key", DarajaStandIn.CONSUMER_KEY);
      settings.put(prefix + "consumer-secret", DarajaStandIn.CONSUMER_SECRET);
      settings.put(prefix + "shortcode", "600981");
      settings.put(prefix + "initiator", DarajaStandIn.INITIATOR);
      settings.put(prefix + "initiator-password", DarajaStandIn.INITIATOR_PASSWORD);
      settings.put(
          prefix + "certificate",
          new String(new DarajaStandIn().certificate(), StandardCharsets.US_ASCII));
      settings.put(prefix + "callback-url", callbackUrl);
      settings.put(prefix + "callback-secret", SECRET);
    }
  }

  @Inject RailCheck check;
  @Inject ConnectedRails rails;
  @Inject RailSettings settings;
  @Inject CheckConfig config;
  @Inject Rows rows;

  @ConfigProperty(name = "payments.rail.momo.url")
  URI momoUrl;

  @ConfigProperty(name = "payments.rail.kenya.url")
  URI kenyaUrl;

  private final PawapayStandIn momo = new PawapayStandIn();
  private final DarajaStandIn kenya = new DarajaStandIn();

  @BeforeEach
  void open() {
    rows.execute("DELETE FROM rail_token");
    momo.open(momoUrl.getPort());
    momo.conduct().token("the-token");
    kenya.open(kenyaUrl.getPort());
  }

  @AfterEach
  void close() {
    momo.close();
    kenya.close();
  }

  @Test
  void allIsWellWithARailThatWorks() {
    assertThat(linesOf("momo"))
        .hasSize(7)
        .allMatch(line -> line.startsWith("ok "))
        .anyMatch(line -> line.contains("192.0.2.0/24"))
        .anyMatch(line -> line.matches("ok +networks +open"));
    assertThat(linesOf("kenya")).hasSize(7).allMatch(line -> line.startsWith("ok "));
    assertThat(kenya.tokens()).isOne();
  }

  @Test
  void aRailThatOnlyCollectsIsAskedForItsToken() {
    assertThat(linesOf("prompts"))
        .hasSize(6)
        .allMatch(line -> line.startsWith("ok "))
        .anyMatch(line -> line.matches("ok +token .*"))
        .noneMatch(line -> line.contains("balances"));
    assertThat(kenya.requests(StandInOperation.BALANCE)).isZero();
  }

  @Test
  void noMoneyIsMoved() {
    linesOf("momo");
    linesOf("kenya");

    assertThat(momo.books().all(PaymentKind.PAYOUT)).isEmpty();
    assertThat(momo.books().all(PaymentKind.DEPOSIT)).isEmpty();
    assertThat(kenya.books().entries()).isEmpty();
  }

  @Test
  void aNetworkThatIsClosedIsWrongAndOneThatIsDelayedIsNot() {
    momo.conduct().state(Provider.AIRTEL_TZA, "DELAYED");
    assertThat(linesOf("momo"))
        .anyMatch(line -> line.matches("ok +networks .*delayed.*AIRTEL_TZA PAYOUT.*"));

    momo.conduct().state(Provider.VODACOM_TZA, "CLOSED");
    assertThat(linesOf("momo"))
        .anyMatch(line -> line.matches("wrong +networks .*closed.*VODACOM_TZA PAYOUT.*"));
  }

  @Test
  void theCheckLeavesOneCallbackAboutNothing() {
    String about = "SELECT count(*) FROM rail_callback WHERE rail = 'momo' AND payment_id IS NULL";
    long before = rows.count(about);

    linesOf("momo");

    assertThat(rows.count(about)).isEqualTo(before + 1);
  }

  @Test
  void aTokenThatIsRefusedIsWrong() {
    assertThat(linesOf("stranger"))
        .filteredOn(line -> line.startsWith("wrong"))
        .hasSize(2)
        .allMatch(line -> line.contains("HTTP 403") && line.contains("check keys"))
        .anyMatch(line -> line.matches("wrong +networks .*"))
        .anyMatch(line -> line.matches("wrong +balances .*"));
  }

  @Test
  void credentialsThatGetNoTokenAreWrong() {
    assertThat(linesOf("impostor"))
        .anyMatch(line -> line.matches("ok +address .*"))
        .anyMatch(line -> line.matches("wrong +token .*payments.rail.impostor.consumer-key.*"))
        .anyMatch(line -> line.matches("wrong +balances .*token.*"));
  }

  @Test
  void aGatewayThatIsAwayIsWrong() {
    kenya.shut();

    assertThat(linesOf("kenya"))
        .anyMatch(line -> line.matches("wrong +balances .*the connection is refused.*"))
        .anyMatch(line -> line.matches("wrong +address .*the connection is refused.*"));
  }

  @Test
  void aNetworkThatIsAwayIsWrong() {
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
  void anAddressForCallbacksThatIsNotTheServiceIsWrong() {
    assertThat(linesOf("elsewhere"))
        .anyMatch(line -> line.matches("wrong +callback .*HTTP 404 to the secret.*"));
  }

  @Test
  void whatIsNotSetForCallbacksIsSaid() {
    assertThat(linesOf("unset")).anyMatch(line -> line.matches("cannot tell +callback .*"));
    assertThat(linesOf("secretless"))
        .anyMatch(line -> line.matches("wrong +callback .*callback-secret"));
  }

  @Test
  void aClockThatDiffersIsWrong() {
    NetworkCheck late = new NetworkCheck(config, () -> Instant.now().minusSeconds(120));

    List<Finding> findings =
        late.address(rails.named("momo").orElseThrow(), settings.rails().get("momo"))
            .await()
            .atMost(Duration.ofSeconds(5));

    assertThat(findings)
        .extracting(Finding::line)
        .anyMatch(line -> line.matches("wrong +clock .* by 1[12][0-9] s.*"));
  }

  @Test
  void aRailThatIsNotConnectedIsSaid() {
    assertThat(linesOf("nobody"))
        .singleElement()
        .asString()
        .contains("no rail is connected as nobody", "kenya", "momo");
  }

  private List<String> linesOf(String rail) {
    List<String> lines =
        check.of(rail).await().atMost(Duration.ofSeconds(20)).stream().map(Finding::line).toList();
    assertThat(String.join("\n", lines))
        .doesNotContain(
            SECRET,
            "the-token",
            "the-wrong-token",
            "the-wrong-secret",
            DarajaStandIn.PASSKEY,
            DarajaStandIn.INITIATOR_PASSWORD);
    return lines;
  }
}
