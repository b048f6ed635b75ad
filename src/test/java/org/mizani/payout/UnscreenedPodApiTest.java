package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.work.PodPlaces;

/** Payouts that other pods have held for review, on a pod that screens none (ADR 40). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class UnscreenedPodApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject PayoutSettler settler;

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  /** A settlement by hand was given up, so that it is due. */
  @Test
  void aHeldPayoutThatComesDueWaitsOnAndIsSubmittedOnceReleased() {
    rail.behave(Behaviour.PAYS);
    String id = PodPlaces.whileTaken(settler, this::heldAndDue);

    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND screening = 'held'"
                    + " AND next_poll_at = 'infinity' AND polls > 0 AND polls = skipped_polls",
                UUID.fromString(id)),
        isEqual(1L));
    assertThat(rail.callsFor(id)).isEmpty();
    assertThat(ReviewedPayoutApiTest.review(id, "release").statusCode()).isEqualTo(200);
    eventually(() -> rail.callsFor(id), isEqual(List.of("submit")));
    eventually(() -> status(id), isEqual("success"));
  }

  private String heldAndDue() {
    String id =
        partners
            .create(Map.of(CurrencyUnit.USD, "1000"))
            .transfer(transferOf("order"))
            .path("serviceReference");
    rows.execute(
        "UPDATE payout_due SET screening = 'held', screened_at = now(), next_poll_at = now()"
            + " WHERE id = $1",
        UUID.fromString(id));
    return id;
  }

  private String status(String id) {
    return rows.execute("SELECT status FROM payout WHERE id = $1", UUID.fromString(id))
        .get(0)
        .getString("status");
  }
}
