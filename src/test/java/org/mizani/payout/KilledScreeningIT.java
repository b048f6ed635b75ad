package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.support.Eventually;
import org.mizani.support.FreePort;
import org.mizani.support.KilledLoad;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/**
 * The service is killed while payouts are being screened (ADR 40) and others submitted, and started
 * again with a screening service that holds all that it is asked about.
 */
@Tag("exhaustive")
class KilledScreeningIT {

  /** Fewer than a business has places for, of those that are screened at once. */
  private static final int WAITING = 12;

  private static final int ALLOWED = 60;
  private static final BigDecimal COST = new BigDecimal("7.91");
  private static final String TRANSFER = "/business/payout/transfer";

  /**
   * Time passes: the leases of the killed pod have ended, and what it was about to submit can be
   * told from what its network has.
   */
  private static final String LATER =
      "update payout_due set next_poll_at = now(), leased_until = now(),"
          + " submitted_at = submitted_at - interval '1 hour'"
          + " where leased_until = next_poll_at";

  private static final String NOT_DECIDED =
      "select count(*) from payout_due where screening <> 'held'";

  private static final String HELD =
      "select count(*) from payout_due where id = '%s' and screening = 'held'"
          + " and polls = skipped_polls and submitted_at is null";

  private static final String CAPTURED =
      "select count(*) from ledger_transfer where subject_id = '%s' and kind = 'capture'";

  @TempDir Path directory;

  private final PawapayStandIn network = new PawapayStandIn();
  private final URI url = URI.create("http://127.0.0.1:" + FreePort.number() + "/screen");
  private final ScreeningStandIn screening = ScreeningStandIn.at(url);
  private final Map<String, String> waiting = new TreeMap<>();
  private final Map<String, String> allowed = new TreeMap<>();

  @AfterEach
  void close() {
    screening.close();
    network.close();
  }

  @Test
  void eachPayoutIsSubmittedOnceOrHeldAndScreenedAgain() throws Exception {
    // Given
    String networkUrl = network.open().toString();
    screening.answers(ScreeningStandIn.NONE);
    screening.decidesAbout("allowed-", "allow");
    try (ServiceProcess service = start(networkUrl)) {
      ServiceClient demo = ServiceClient.demo(service);
      create(demo, "waiting-", WAITING, waiting);
      Eventually.holds(() -> assertThat(waiting.values()).allSatisfy(id -> screened(id, 1)));
      create(demo, "allowed-", ALLOWED, allowed);
      Eventually.holds(() -> assertThat(allowed.values()).anyMatch(this::isSubmitted));

      // When
      service.kill();
      KilledLoad.awaitItsStatements(service);
      execute(service, LATER);
    }
    screening.decides("hold", "");
    try (ServiceProcess service = start(networkUrl)) {

      // Then
      Eventually.holds(() -> assertThat(service.number(NOT_DECIDED)).isZero());
      assertThat(waiting.values())
          .allSatisfy(id -> screened(id, 2))
          .allSatisfy(id -> assertHeld(service, id));
      long paid = allowed.values().stream().filter(id -> isPaid(service, id)).count();
      assertThat(paid).as("of those that were allowed before").isPositive();
      assertThat(ServiceClient.demo(service).balance("USD", "holding"))
          .isEqualByComparingTo(COST.multiply(BigDecimal.valueOf(WAITING + ALLOWED - paid)));
      aReleasedOneIsSubmittedOnce(service, waiting.get("waiting-0"));
    }
  }

  private void aReleasedOneIsSubmittedOnce(ServiceProcess service, String id) throws Exception {
    ServiceClient.demoOperator(service)
        .post(
            "/operator/payouts/" + id + "/review", Map.of("decision", "release", "reason", "seen"))
        .succeeded();
    Eventually.holds(() -> assertThat(service.number(CAPTURED.formatted(id))).isEqualTo(1));
    assertThat(network.books().submissions(id)).isOne();
  }

  private ServiceProcess start(String networkUrl) {
    return ServiceProcess.in(directory)
        .sandbox()
        .unhurried()
        .property("payments.rate-limit-per-minute", "1000000")
        .property("payments.rail.momo.type", "pawapay")
        .property("payments.rail.momo.url", networkUrl)
        .property("payments.rail.momo.countries", "KE")
        .property("payments.rail.momo.token", "the-token")
        .property("payments.payout.settlement.poll-after", "1s")
        .property("payments.screening.url", url.toString())
        // No answer is missed because it takes long, but because the service is killed.
        .property("payments.screening.timeout", "5m")
        .property("payments.payout.settlement.lease", "15m")
        .start()
        .awaitReady();
  }

  private static void create(
      ServiceClient demo, String prefix, int count, Map<String, String> created) throws Exception {
    for (int i = 0; i < count; i++) {
      String reference = prefix + i;
      created.put(
          reference,
          demo.post(TRANSFER, transferOf(reference))
              .succeeded()
              .get("serviceReference")
              .textValue());
    }
  }

  private boolean isSubmitted(String id) {
    return network.books().submissions(id) > 0;
  }

  private void screened(String id, int times) {
    assertThat(screening.about(id)).as(id).hasSizeGreaterThanOrEqualTo(times);
  }

  private void assertHeld(ServiceProcess service, String id) {
    assertThat(service.number(HELD.formatted(id))).as("held: %s", id).isEqualTo(1);
    assertThat(network.books().submissions(id)).as("submitted: %s", id).isZero();
  }

  /** Whether it was paid, which is once; any other is held. */
  private boolean isPaid(ServiceProcess service, String id) {
    if (service.number(CAPTURED.formatted(id)) == 0) {
      assertHeld(service, id);
      return false;
    }
    assertThat(network.books().submissions(id)).as("submitted: %s", id).isOne();
    return true;
  }

  private static void execute(ServiceProcess service, String sql) throws Exception {
    try (Connection connection = service.connectToDatabase();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
