package org.mizani.rail.daraja;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.paymentOf;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.StandIns;
import org.mizani.rail.guard.RailPauses;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Outage of Daraja: a page of its maintenance is no answer. A till is paid once for all, so each
 * one that is submitted into the outage is left to people.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class DarajaOutageApiTest {

  /** Calls by which the breaker sees an outage. */
  private static final int WINDOW = 20;

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject StandIns standIns;
  @Inject RailPauses pauses;
  @Inject MeterRegistry metrics;

  /** References of the payouts that were submitted during the outage. */
  private final Set<String> lost = ConcurrentHashMap.newKeySet();

  private DarajaStandIn network;
  private Partner partner;

  @BeforeEach
  void aPartner() {
    // No payout is submitted before the pauses are known, and no job reads them here.
    pauses.look().await().atMost(PATIENCE);
    network = standIns.kenya();
    partner = partners.create(Map.of(CurrencyUnit.KES, "10000000"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void tillsWaitForTheEndOfAnOutageAndArePaidOnce() {
    // Given
    network.plan(this::maintenance);
    payTills("tried", WINDOW);
    eventually(() -> breaker("payouts"), isEqual(2.0));
    // Each trial loses one or two of them: there are enough for the trials of a stall.
    List<UUID> waiting = new ArrayList<>();
    for (int round = 0; round < 50 && uncalled(waiting).size() < 6; round++) {
      List<UUID> added = payTills("waiting " + round, 12);
      added.forEach(id -> eventually(() -> isPutOff(id) || wasLost(id), isEqual(true)));
      waiting.addAll(added);
    }

    // When
    network.plan(StandInPlan.always(StandInFault.NONE));

    // Then
    List<UUID> uncalled = uncalled(waiting);
    assertThat(uncalled).as("all but the trials").isNotEmpty();
    uncalled.forEach(id -> eventually(() -> effects(id), isEqual(1L)));
    assertThat(network.requests(StandInOperation.B2B)).isEqualTo(lost.size() + uncalled.size());
    assertThat(lost).noneMatch(id -> effects(UUID.fromString(id)) > 0);
  }

  private StandInFault maintenance(StandInOperation operation, JsonNode request) {
    lost.add(request.path("Remarks").asText());
    return StandInFault.MAINTENANCE;
  }

  private List<UUID> uncalled(List<UUID> payouts) {
    return payouts.stream().filter(id -> !wasLost(id)).toList();
  }

  private boolean wasLost(UUID id) {
    return lost.contains(id.toString());
  }

  private long effects(UUID id) {
    return network.books().effectsFor(id.toString());
  }

  private boolean isPutOff(UUID id) {
    return rows.count("SELECT skipped_polls FROM payout_due WHERE id = $1", id) > 0;
  }

  private List<UUID> payTills(String name, int number) {
    return IntStream.range(0, number).mapToObj(i -> payTill(name + " " + i)).toList();
  }

  private UUID payTill(String reference) {
    Map<String, Object> body = paymentOf(reference);
    body.put("senderCurrency", "KES");
    body.put("amount", new BigDecimal("5000"));
    Response created = partner.payment(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("serviceReference"));
  }

  private double breaker(String kind) {
    return metrics
        .get("payments.rail.breaker")
        .tag("rail", "kenya")
        .tag("kind", kind)
        .gauge()
        .value();
  }
}
