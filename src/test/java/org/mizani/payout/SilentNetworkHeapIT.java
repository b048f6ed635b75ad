package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.SmallHeap.PAID;
import static org.mizani.payout.SmallHeap.PAYOUTS;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.SilentServer;

/**
 * Service whose heap is small, with a network and a receiver of webhooks that take connections and
 * never answer.
 */
@Tag("exhaustive")
class SilentNetworkHeapIT {

  private static final int PARTNERS_AT_ONCE = 32;
  private static final int LOOKS_EVERY = 250;

  /** Longer than the service waits for an answer: it never hears one. */
  private static final Duration TOO_LATE = Duration.ofSeconds(90);

  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final String TRANSFER = "/business/payout/transfer";

  /** Of the pending payouts, those that a pod has taken from the database twice or more. */
  private static final String TAKEN_TWICE = "SELECT count(*) FROM payout_due WHERE polls > 1";

  @TempDir Path directory;

  private final PawapayStandIn network = new PawapayStandIn();
  private final SilentServer receiver = SilentServer.listen();

  private String apiKey;
  private String apiSecret;

  @BeforeEach
  void silenceTheNetwork() {
    network.conduct().answersAfter(TOO_LATE);
  }

  @AfterEach
  void close() {
    receiver.close();
    network.close();
  }

  @Test
  void neitherPayoutsNorWebhooksThatWaitExhaustAHeapOf128Megabytes() throws Exception {
    try (ServiceProcess service = start(network.open().toString())) {
      registerPartner(service);
      SmallHeap.pay(PARTNERS_AT_ONCE, numbers -> create(service, numbers));
      Eventually.within(PATIENCE, () -> assertThat(service.number(TAKEN_TWICE)).isEqualTo(PAYOUTS));
      assertThat(service.isReady()).as("ready while the network is silent").isTrue();

      network.conduct().answersAfter(Duration.ZERO);
      Eventually.within(PATIENCE, () -> assertThat(service.number(PAID)).isEqualTo(PAYOUTS));

      assertThat(service.number("SELECT count(*) FROM webhook_due")).isEqualTo(PAYOUTS);
      assertThat(receiver.connections()).as("to the receiver").isPositive();
      pay(partner(service), "after-all");
      assertThat(service.isReady()).as("ready while the receiver is silent").isTrue();
      assertThat(service.log()).doesNotContain("OutOfMemoryError");
    }
  }

  private ServiceProcess start(String url) {
    return SmallHeap.in(directory)
        .property("payments.rail.momo.type", "pawapay")
        .property("payments.rail.momo.url", url)
        .property("payments.rail.momo.countries", "KE")
        .property("payments.rail.momo.token", "the-token")
        .property("payments.payout.settlement.poll-after", "1s,2s,5s")
        .start()
        .awaitReady();
  }

  private void registerPartner(ServiceProcess service) throws Exception {
    ServiceClient operator = ServiceClient.demoOperator(service);
    Map<String, Object> business = Map.of("name", "Acacia Traders", "callbackUrl", receiver.url());
    JsonNode made = operator.post("/operator/businesses", business).succeeded();
    String path = "/operator/businesses/" + made.get("businessId").textValue();
    SmallHeap.fund(operator, made.get("businessId").textValue());
    JsonNode issued = operator.post(path + "/api-keys", Map.of()).succeeded();
    apiKey = issued.get("apiKey").textValue();
    apiSecret = issued.get("apiSecret").textValue();
  }

  private void create(ServiceProcess service, List<Integer> numbers) throws Exception {
    ServiceClient partner = partner(service);
    for (int number : numbers) {
      pay(partner, "heap-" + number);
      if (number % LOOKS_EVERY == 0) {
        assertThat(service.isReady()).as("ready after %d payouts", number).isTrue();
      }
    }
  }

  private ServiceClient partner(ServiceProcess service) throws Exception {
    ServiceClient partner = ServiceClient.of(service);
    assertThat(partner.authenticate(apiKey, apiSecret).status()).isEqualTo(200);
    return partner;
  }

  private static void pay(ServiceClient partner, String reference) throws Exception {
    ServiceClient.Answer answer = partner.post(TRANSFER, transferOf(reference));
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
  }
}
