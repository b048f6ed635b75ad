package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
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

  private static final int PAYOUTS = 20_000;
  private static final int PARTNERS_AT_ONCE = 32;
  private static final int LOOKS_EVERY = 250;

  /** Longer than the service waits for an answer: it never hears one. */
  private static final Duration TOO_LATE = Duration.ofSeconds(90);

  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final String TRANSFER = "/business/payout/transfer";

  /** Of the pending payouts, those that a pod has taken from the database twice or more. */
  private static final String TAKEN_TWICE = "SELECT count(*) FROM payout_due WHERE polls > 1";

  private static final String PAID = "SELECT count(*) FROM payout WHERE status = 'success'";

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
      create(service);
      Eventually.within(PATIENCE, () -> assertThat(count(service, TAKEN_TWICE)).isEqualTo(PAYOUTS));
      assertThat(service.isReady()).as("ready while the network is silent").isTrue();

      network.conduct().answersAfter(Duration.ZERO);
      Eventually.within(PATIENCE, () -> assertThat(count(service, PAID)).isEqualTo(PAYOUTS));

      assertThat(count(service, "SELECT count(*) FROM webhook_due")).isEqualTo(PAYOUTS);
      assertThat(receiver.connections()).as("to the receiver").isPositive();
      pay(partner(service), "after-all");
      assertThat(service.isReady()).as("ready while the receiver is silent").isTrue();
      assertThat(service.log()).doesNotContain("OutOfMemoryError");
    }
  }

  private ServiceProcess start(String url) {
    return ServiceProcess.in(directory)
        .sandbox()
        .unhurried()
        .option("-Xmx128m")
        .property("payments.rate-limit-per-minute", "1000000")
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
    operator
        .post(
            path + "/top-ups",
            Map.of("currency", "USD", "purpose", "payout", "amount", 1_000_000, "reference", "all"))
        .succeeded();
    JsonNode issued = operator.post(path + "/api-keys", Map.of()).succeeded();
    apiKey = issued.get("apiKey").textValue();
    apiSecret = issued.get("apiSecret").textValue();
  }

  private void create(ServiceProcess service) throws Exception {
    ExecutorService partners = Executors.newFixedThreadPool(PARTNERS_AT_ONCE);
    try {
      List<Callable<Void>> work =
          IntStream.range(0, PARTNERS_AT_ONCE)
              .mapToObj(partner -> (Callable<Void>) () -> create(service, partner))
              .toList();
      for (Future<Void> done : partners.invokeAll(work)) {
        done.get();
      }
    } finally {
      partners.shutdownNow();
    }
  }

  private Void create(ServiceProcess service, int number) throws Exception {
    ServiceClient partner = partner(service);
    for (int i = number; i < PAYOUTS; i += PARTNERS_AT_ONCE) {
      pay(partner, "heap-" + i);
      if (i % LOOKS_EVERY == 0) {
        assertThat(service.isReady()).as("ready after %d payouts", i).isTrue();
      }
    }
    return null;
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

  private static long count(ServiceProcess service, String statement) throws SQLException {
    try (Connection connection = service.connectToDatabase();
        Statement query = connection.createStatement();
        ResultSet rows = query.executeQuery(statement)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
