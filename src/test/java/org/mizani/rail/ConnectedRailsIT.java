package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.rail.daraja.StandInBooks.Entry;
import org.mizani.rail.daraja.StandInOperation;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.rail.pawapay.PaymentKind;
import org.mizani.rail.pawapay.StandInPayment;
import org.mizani.support.FreePort;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestKeys;

/**
 * Sandbox whose demo partner pays and collects in Kenya through Daraja, in Tanzania through
 * pawaPay, collects in Uganda through pawaPay too, and pays elsewhere through the simulator.
 */
class ConnectedRailsIT {

  @TempDir private static Path directory;

  private static final DarajaStandIn DARAJA = new DarajaStandIn();
  private static final PawapayStandIn PAWAPAY = new PawapayStandIn();

  private static ServiceProcess service;
  private static DemoPayments demo;

  @BeforeAll
  static void connect() throws Exception {
    KeyPair keys = TestKeys.p256();
    int port = FreePort.number();
    URI callbacks = URI.create("http://localhost:" + port);
    URI momo = callbacks.resolve("/rails/momo/" + ConnectedProfile.SECRET);
    Map<String, String> daraja = new HashMap<>(ConnectedProfile.daraja(port));
    daraja.put("url", DARAJA.open().url());
    Map<String, String> pawapay =
        new HashMap<>(ConnectedProfile.pawapay(PAWAPAY.open().toString(), keys));
    pawapay.put("countries", "TZ,UG");
    pawapay.put("callback-url", callbacks.toString());
    PAWAPAY
        .conduct()
        .token(ConnectedProfile.TOKEN)
        .verifies(ConnectedProfile.KEY_ID, keys.getPublic())
        .callsBack(PaymentKind.PAYOUT, momo)
        .callsBack(PaymentKind.DEPOSIT, momo);
    Map<String, String> settings = new HashMap<>();
    ConnectedProfile.rail(settings, "kenya", daraja);
    ConnectedProfile.rail(settings, "momo", pawapay);
    ServiceProcess.Setup setup = ServiceProcess.in(directory).sandbox().unhurried().paidAtOnce();
    settings.put("payments.rate-limit-per-minute", "100000");
    settings.forEach(setup::property);
    service = setup.property("quarkus.http.port", Integer.toString(port)).start().awaitReady();
    demo = new DemoPayments(ServiceClient.demo(service));
  }

  @AfterAll
  static void close() {
    if (service != null) {
      service.close();
    }
    DARAJA.close();
    PAWAPAY.close();
  }

  @Test
  void darajaPaysAPhone() throws Exception {
    JsonNode paid = demo.toPhone("KES", "+254712345678");

    Entry entry = entryOf(StandInOperation.B2C, paid);
    assertThat(entry.receiver()).isEqualTo("254712345678");
    assertThat(entry.requestId()).isEqualTo(paid.path("serviceReference").asText());
  }

  @ParameterizedTest
  @CsvSource({"174379,", "888880, ACC-7"})
  void darajaPaysATillAndAPaybill(String number, String account) throws Exception {
    JsonNode paid = demo.toMerchant("KES", number, account);

    assertThat(entryOf(StandInOperation.B2B, paid).receiver()).isEqualTo(number);
  }

  /** The entry of Daraja's books that has the receipt of a payout. */
  private static Entry entryOf(StandInOperation operation, JsonNode paid) {
    assertThat(DARAJA.books().entries(operation))
        .extracting(Entry::receipt)
        .contains(paid.path("receipt").asText());
    return DARAJA.books().entries(operation).stream()
        .filter(entry -> entry.receipt().equals(paid.path("receipt").asText()))
        .findFirst()
        .orElseThrow();
  }

  /** In Uganda the contract has payouts to tills alone. */
  @Test
  void pawapayPaysAPhone() throws Exception {
    JsonNode paid = demo.toPhone("TZS", "+255754000000");

    StandInPayment payment =
        PAWAPAY
            .books()
            .find(PaymentKind.PAYOUT, paid.path("serviceReference").asText())
            .orElseThrow();
    assertThat(payment.amount()).isEqualByComparingTo("1000");
    assertThat(payment.currency()).isEqualTo("TZS");
    assertThat(payment.receipt()).contains(paid.path("receipt").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "KES, +254712342040, recipient_not_found",
    "KES, +254712340008, recipient_limit",
    "TZS, +255754000089, recipient_not_found",
    "TZS, +255754000099, recipient_limit"
  })
  void aDeclinedPayoutTellsWhy(String currency, String phone, String code) throws Exception {
    JsonNode failed = demo.toPhoneAtLast(currency, phone);

    assertThat(failed.path("status").asText()).isEqualTo("termination_failure");
    assertThat(failed.at("/failure/code").asText()).isEqualTo(code);
    assertThat(failed.has("receipt")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "552040, , recipient_not_found",
    "550008, , recipient_limit",
    "882040, ACC-7, recipient_not_found",
    "880003, ACC-7, amount_out_of_limits"
  })
  void aDeclinedPaymentToAMerchantTellsWhy(String number, String account, String code)
      throws Exception {
    JsonNode failed = demo.toMerchantAtLast("KES", number, account);

    assertThat(failed.path("status").asText()).isEqualTo("termination_failure");
    assertThat(failed.at("/failure/code").asText()).isEqualTo(code);
    assertThat(failed.has("receipt")).isFalse();
  }

  @Test
  void theSimulatorPaysAnyOtherRecipient() throws Exception {
    for (JsonNode paid :
        List.of(
            demo.toPhone("ZAR", "+27821000001"),
            demo.toBank(),
            demo.toMerchant("UGX", "400001", null),
            demo.toMerchant("TZS", "61000001", null))) {
      String id = paid.path("serviceReference").asText();
      assertThat(paid.path("receipt").asText()).isNotEmpty();
      assertThat(PAWAPAY.books().find(PaymentKind.PAYOUT, id)).isEmpty();
      assertThat(DARAJA.books().paidUnder(id) + DARAJA.books().paidFor(id)).isZero();
    }
  }

  @Test
  void darajaCollectsByPrompt() throws Exception {
    JsonNode collected = demo.collected("KES", "+254712345678");

    assertThat(collected.path("status").asText()).isEqualTo("collection_success");
    assertThat(DARAJA.books().entries(StandInOperation.PROMPT))
        .filteredOn(Entry::isPaid)
        .extracting(Entry::receipt)
        .contains(collected.path("mnoPaymentReference").asText());
  }

  @ParameterizedTest
  @CsvSource({"TZS, +255754000000", "UGX, +256772000000"})
  void pawapayCollectsFromAPhone(String currency, String phone) throws Exception {
    JsonNode collected = demo.collected(currency, phone);

    assertThat(collected.path("status").asText()).isEqualTo("collection_success");
    StandInPayment payment =
        PAWAPAY.books().find(PaymentKind.DEPOSIT, collected.path("id").asText()).orElseThrow();
    assertThat(payment.amount()).isEqualByComparingTo("1000");
    assertThat(payment.receipt()).contains(collected.path("mnoPaymentReference").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "KES, +254712341032, customer_declined",
    "KES, +254712342001, wrong_pin",
    "TZS, +255754000039, customer_declined",
    "UGX, +256772000049, customer_short_of_funds"
  })
  void aDeclinedCollectionTellsWhy(String currency, String phone, String code) throws Exception {
    JsonNode failed = demo.collected(currency, phone);

    assertThat(failed.path("status").asText()).isEqualTo("collection_failure");
    assertThat(failed.at("/failure/code").asText()).isEqualTo(code);
  }
}
