package org.mizani.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.PayoutReturns;
import org.mizani.support.QuickProfile;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.webhook.endpoint.HoldingReceiver.Arrival;

/** At an ordered endpoint the return of a payout waits for the payout's own event. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class OrderedEndpointApiTest {

  private static final String DELIVERY =
      "SELECT count(*) FROM webhook_delivery WHERE subject_id = $1 AND kind = $2 AND ";

  @Inject TestPartners partners;
  @Inject PayoutReturns returns;
  @Inject Rows rows;

  private HoldingReceiver receiver;
  private Partner partner;

  @BeforeEach
  void aPartnerWithAReceiver() throws IOException {
    receiver = HoldingReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @AfterEach
  void booksBalance() {
    receiver.close();
    rows.assertBooksBalance();
  }

  @Test
  void aFailingEventDelaysThoseOfItsOwnPaymentOnly() {
    // Given
    endpoint(true, "payout", "payout_return");
    UUID held = payoutThatIsHeld();
    enterReturnOf(held);

    // When
    UUID other = payout("other");
    enterReturnOf(other);
    eventually(() -> receiver.of(other), all -> all.stream().anyMatch(Arrival::ofReturn));
    List<Arrival> ofHeldMeanwhile = receiver.of(held);
    receiver.answerHeld(503);

    // Then
    assertThat(ofHeldMeanwhile).isNotEmpty().noneMatch(Arrival::ofReturn);
    for (UUID payout : List.of(held, other)) {
      List<Arrival> all =
          eventually(() -> receiver.of(payout), some -> some.stream().anyMatch(Arrival::ofReturn));
      assertThat(firstReturn(all)).isGreaterThan(lastPayout(all));
    }
    assertThat(lastPayout(receiver.of(held))).as("tried again").isPositive();
    eventually(() -> rows.count(DELIVERY + "status = 'delivered'", held, "payout"), n -> n == 1);
  }

  @Test
  void aWaitCountsAsNoAttempt() {
    endpoint(true, "payout", "payout_return");
    UUID held = payoutThatIsHeld();
    enterReturnOf(held);
    eventually(this::postponed, count -> count == 1);

    receiver.answerHeld(200);

    eventually(
        () -> rows.count(DELIVERY + "status = 'delivered' AND attempts = 1", held, "payout_return"),
        count -> count == 1);
  }

  @Test
  void anEventFollowsOneThatWasGivenUp() {
    endpoint(true, "payout", "payout_return");
    UUID held = payoutThatIsHeld();
    enterReturnOf(held);
    eventually(this::postponed, count -> count == 1);

    receiver.refuses(arrival -> !arrival.ofReturn());
    receiver.answerHeld(503);

    List<Arrival> all =
        eventually(() -> receiver.of(held), some -> some.stream().anyMatch(Arrival::ofReturn));
    assertThat(firstReturn(all)).isGreaterThan(lastPayout(all));
    assertThat(rows.count(DELIVERY + "status = 'dead'", held, "payout")).isOne();
  }

  @Test
  void anEndpointThatIsNotOrderedGetsTheReturnMeanwhile() {
    endpoint(false, "payout", "payout_return");
    UUID held = payoutThatIsHeld();

    enterReturnOf(held);

    eventually(() -> receiver.of(held), all -> all.stream().anyMatch(Arrival::ofReturn));
    receiver.answerHeld(200);
    assertThat(rows.count(DELIVERY + "follows IS NOT NULL", held, "payout_return")).isZero();
  }

  @Test
  void aReturnWaitsForNoEventThatItsEndpointDoesNotGet() {
    endpoint(true, "payout_return");
    UUID payout = payout("other");

    enterReturnOf(payout);

    eventually(() -> receiver.of(payout), all -> all.size() == 1);
    assertThat(rows.count(DELIVERY + "follows IS NOT NULL", payout, "payout_return")).isZero();
  }

  private void endpoint(boolean ordered, String... kinds) {
    Map<String, ?> form =
        Map.of("url", receiver.url(), "kinds", List.of(kinds), "ordered", ordered);
    assertThat(new Endpoints(partner).post(form).<Boolean>path("ordered")).isEqualTo(ordered);
  }

  /** A payout of which the receiver has the first event, and gives no answer yet. */
  private UUID payoutThatIsHeld() {
    receiver.holdNext();
    UUID payout = payout("held");
    eventually(() -> receiver.of(payout), all -> !all.isEmpty());
    return payout;
  }

  private UUID payout(String reference) {
    UUID id =
        UUID.fromString(partner.transfer(transferOf(reference)).created().path("serviceReference"));
    eventually(
        () -> rows.count("SELECT count(*) FROM payout WHERE id = $1 AND status = 'success'", id),
        count -> count == 1);
    return id;
  }

  private void enterReturnOf(UUID payout) {
    returns
        .enter(payout, "return of " + payout, () -> Uni.createFrom().voidItem())
        .await()
        .atMost(PATIENCE);
  }

  /** Of the partner's deliveries, those that wait: a lease ends later than any of them. */
  private long postponed() {
    return rows.count(
        "SELECT count(*) FROM webhook_due q JOIN webhook_delivery d USING (id, created_at)"
            + " WHERE d.follows IS NOT NULL AND strpos(d.url, $1) > 0"
            + " AND q.next_attempt_at >= q.created_at + interval '1 second'"
            + " AND q.next_attempt_at < q.created_at + interval '5 minutes'",
        receiver.url());
  }

  private static int firstReturn(List<Arrival> all) {
    return all.stream().map(Arrival::ofReturn).toList().indexOf(true);
  }

  private static int lastPayout(List<Arrival> all) {
    return all.stream().map(Arrival::ofReturn).toList().lastIndexOf(false);
  }
}
