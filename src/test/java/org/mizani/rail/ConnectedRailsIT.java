package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
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
import org.mizani.support.Eventually;
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
  private static ServiceClient demo;

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
    demo = ServiceClient.demo(service);
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
    JsonNode paid = paid("/business/payout/transfer", within("KES", "+254712345678"));

    Entry entry = entryOf(StandInOperation.B2C, paid);
    assertThat(entry.receiver()).isEqualTo("254712345678");
    assertThat(entry.requestId()).isEqualTo(paid.path("serviceReference").asText());
  }

  @ParameterizedTest
  @CsvSource({"till, 174379,", "paybill, 888880, ACC-7"})
  void darajaPaysAMerchant(String type, String number, String account) throws Exception {
    Map<String, Object> body = paymentOf("");
    body.put("senderCurrency", "KES");
    body.put("type", type);
    body.put("receiverLipaNumber", number);
    if (account != null) {
      body.put("receiverAccount", account);
    }

    JsonNode paid = paid("/business/payout/payment", body);

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
    JsonNode paid = paid("/business/payout/transfer", within("TZS", "+255754000000"));

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
    JsonNode failed = ended("/business/payout/transfer", within(currency, phone));

    assertThat(failed.path("status").asText()).isEqualTo("termination_failure");
    assertThat(failed.at("/failure/code").asText()).isEqualTo(code);
    assertThat(failed.has("receipt")).isFalse();
  }

  @Test
  void theSimulatorPaysInTheOtherCountries() throws Exception {
    Map<String, Object> body = bankPayoutOf("bank");
    body.put("senderCurrency", "ZAR");
    body.put("receiverCurrency", "ZAR");
    body.put("payoutCountry", "ZA");
    body.put("receiverBankCode", "632005");
    body.put("receiverAccountNumber", "1100000002");
    body.put("receiverEmail", "juma.mwangi@example.org");

    JsonNode paid = paid("/business/payout/bank", body);

    String id = paid.path("serviceReference").asText();
    assertThat(PAWAPAY.books().find(PaymentKind.PAYOUT, id)).isEmpty();
    assertThat(DARAJA.books().paidUnder(id) + DARAJA.books().paidFor(id)).isZero();
  }

  @Test
  void darajaCollectsByPrompt() throws Exception {
    JsonNode collected = collected("KES", "+254712345678");

    assertThat(collected.path("status").asText()).isEqualTo("collection_success");
    assertThat(DARAJA.books().entries(StandInOperation.PROMPT))
        .filteredOn(Entry::isPaid)
        .extracting(Entry::receipt)
        .contains(collected.path("mnoPaymentReference").asText());
  }

  @ParameterizedTest
  @CsvSource({"TZS, +255754000000", "UGX, +256772000000"})
  void pawapayCollectsFromAPhone(String currency, String phone) throws Exception {
    JsonNode collected = collected(currency, phone);

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
    "UGX, +256772000049, customer_short_of_funds"
  })
  void aDeclinedCollectionTellsWhy(String currency, String phone, String code) throws Exception {
    JsonNode failed = collected(currency, phone);

    assertThat(failed.path("status").asText()).isEqualTo("collection_failure");
    assertThat(failed.at("/failure/code").asText()).isEqualTo(code);
  }

  /** The details of a payout that ends in success. */
  private static JsonNode paid(String path, Map<String, Object> body) throws Exception {
    JsonNode details = ended(path, body);
    assertThat(details.path("status").asText()).as("%s", details).isEqualTo("termination_success");
    return details;
  }

  /** The details of a payout, once it is final. */
  private static JsonNode ended(String path, Map<String, Object> body) throws Exception {
    body.put("businessReference", UUID.randomUUID().toString());
    JsonNode created = demo.post(path, body).succeeded();
    return settled("/business/payouts/" + created.path("serviceReference").asText());
  }

  /** The details of a collection of 1000, once it is final. */
  private static JsonNode collected(String currency, String phone) throws Exception {
    Map<String, Object> body = collectionOf(UUID.randomUUID().toString());
    body.put("currency", currency);
    body.put("mobile", phone);
    body.put("amount", 1000);
    JsonNode created = demo.post("/business/collections", body).succeeded();
    return settled("/business/collections/" + created.path("id").asText() + "/details");
  }

  private static JsonNode settled(String details) throws Exception {
    Eventually.holds(
        () ->
            assertThat(demo.get(details).succeeded().path("status").asText())
                .doesNotEndWith("_pending"));
    return demo.get(details).succeeded();
  }

  private static Map<String, Object> within(String currency, String phone) {
    Map<String, Object> body = transferOf("");
    body.put("senderCurrency", currency);
    body.put("receiverCurrency", currency);
    body.put("payoutCountry", currency.substring(0, 2));
    body.put("receiverPhone", phone);
    return body;
  }
}
