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
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.support.Eventually;
import org.mizani.support.NeedsJvm;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.SilentServer;

/**
 * Service whose heap is small, with a network and a receiver of webhooks that take connections and
 * never answer. The network may have any number of calls under way, and no breaker: so the pod has
 * as many payouts in its memory at once as its heap has places for.
 */
@Tag("exhaustive")
@NeedsJvm
class SilentNetworkHeapIT {

  private static final int PARTNERS_AT_ONCE = 32;
  private static final int LOOKS_EVERY = 250;

  /**
   * Longer than the service waits for an answer, which is ten seconds: it never hears one. Until
   * then the network keeps the connection, of which a process has some thousands.
   */
  private static final Duration TOO_LATE = Duration.ofSeconds(13);

  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final String TRANSFER = "/business/payout/transfer";

  /**
   * A lease lasts for a minute, a wait between two polls for five seconds at most. The few that a
   * busy database leaves to their leases are not in the pod's memory any more.
   */
  private static final String HELD =
      "SELECT count(*) FROM payout_due WHERE next_poll_at > now() + interval '20 s'";

  /** A quarter of 128 MB, at 16 KiB each, is 2,048; a JVM may reckon with a little less heap. */
  private static final long PLACES = 1_850;

  /** In megabytes: a quarter of the heap is left. */
  private static final int ENOUGH = 96;

  private static final Logger LOG = Logger.getLogger(SilentNetworkHeapIT.class);

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
      holdAll(service);
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

  /** All payouts wait for the network, as many in the pod's memory as it has places for. */
  private void holdAll(ServiceProcess service) throws Exception {
    try (LiveHeap heap = LiveHeap.measure(service, collections(), () -> service.number(HELD))) {
      SmallHeap.pay(PARTNERS_AT_ONCE, numbers -> create(service, numbers));
      Eventually.within(PATIENCE, () -> assertThat(service.number(TAKEN_TWICE)).isEqualTo(PAYOUTS));
      LOG.infof(
          "%d payouts pending, %d at most in the pod's memory: %d MB of 128 MB live at most",
          service.number("SELECT count(*) FROM payout_due"), heap.mostHeld(), heap.peak());
      assertThat(heap.mostHeld()).as("held at once").isGreaterThanOrEqualTo(PLACES);
      assertThat(heap.peak()).as("megabytes after a collection").isLessThanOrEqualTo(ENOUGH);
    }
  }

  private Path collections() {
    return directory.resolve("collections.log");
  }

  private ServiceProcess start(String url) {
    return SmallHeap.in(directory)
        .property("payments.rail.momo.type", "pawapay")
        .property("payments.rail.momo.url", url)
        .property("payments.rail.momo.countries", "KE")
        .property("payments.rail.momo.token", "the-token")
        .property("payments.rail.momo.connections", "20000")
        .property("payments.rail.breaker.off", "momo")
        .property("payments.payout.settlement.poll-after", "1s,2s,5s")
        .option(LiveHeap.noteIn(collections()))
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
