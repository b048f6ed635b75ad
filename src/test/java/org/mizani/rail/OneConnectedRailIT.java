package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.rail.pawapay.PaymentKind;
import org.mizani.support.FreePort;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestKeys;

/** Sandbox with one connected rail: the simulator serves the countries that this does not. */
class OneConnectedRailIT {

  @TempDir private Path directory;

  @Test
  void theSimulatorServesTheCountriesBesideKenya() throws Exception {
    int port = FreePort.number();
    try (DarajaStandIn network = new DarajaStandIn()) {
      Map<String, String> daraja = new HashMap<>(ConnectedProfile.daraja(port));
      daraja.put("url", network.open().url());

      try (ServiceProcess service = start(port, "kenya", daraja)) {
        DemoPayments demo = new DemoPayments(ServiceClient.demo(service));
        assertHaveReceipts(
            demo.toPhone("TZS", "+255754000001"),
            demo.toMerchant("TZS", "610000", "ACC-001"),
            demo.toMerchant("UGX", "400001", null),
            demo.toPhone("ZAR", "+27821000001"),
            demo.toBank());
        assertCollected(
            demo.collected("TZS", "+255754000001"), demo.collected("UGX", "+256772000001"));
      }

      assertThat(network.books().entries()).isEmpty();
    }
  }

  @Test
  void theSimulatorServesTheCountriesBesideTanzaniaAndUganda() throws Exception {
    try (PawapayStandIn network = new PawapayStandIn()) {
      Map<String, String> pawapay =
          new HashMap<>(ConnectedProfile.pawapay(network.open().toString(), TestKeys.p256()));
      pawapay.put("countries", "TZ,UG");

      try (ServiceProcess service = start(FreePort.number(), "momo", pawapay)) {
        DemoPayments demo = new DemoPayments(ServiceClient.demo(service));
        assertHaveReceipts(
            demo.toPhone("KES", "+254712345678"),
            demo.toMerchant("KES", "174379", null),
            demo.toMerchant("KES", "600000", "ACC-001"),
            demo.toPhone("ZAR", "+27821000001"));
        assertCollected(demo.collected("KES", "+254712345678"));
      }

      assertThat(network.books().all(PaymentKind.PAYOUT)).isEmpty();
      assertThat(network.books().all(PaymentKind.DEPOSIT)).isEmpty();
    }
  }

  private ServiceProcess start(int port, String rail, Map<String, String> own) throws Exception {
    Map<String, String> settings = new HashMap<>();
    ConnectedProfile.rail(settings, rail, own);
    ServiceProcess.Setup setup = ServiceProcess.in(directory).sandbox().unhurried().paidAtOnce();
    settings.forEach(setup::property);
    return setup
        .property("payments.rate-limit-per-minute", "100000")
        .property("quarkus.http.port", Integer.toString(port))
        .start()
        .awaitReady();
  }

  private static void assertHaveReceipts(JsonNode... paid) {
    assertThat(List.of(paid))
        .allSatisfy(details -> assertThat(details.path("receipt").asText()).isNotEmpty());
  }

  private static void assertCollected(JsonNode... collected) {
    assertThat(List.of(collected))
        .allSatisfy(
            details -> {
              assertThat(details.path("status").asText()).isEqualTo("collection_success");
              assertThat(details.path("mnoPaymentReference").asText()).isNotEmpty();
            });
  }
}
