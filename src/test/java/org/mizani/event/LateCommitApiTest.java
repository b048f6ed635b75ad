package org.mizani.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRailProfile;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;
import org.mizani.support.PatientPool;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Events of transactions that begin first and are committed last: no reader skips them. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class LateCommitApiTest {

  private static final CollectionOutcome DECLINED =
      new CollectionOutcome.Declined(FailureCode.CUSTOMER_DECLINED, "no");

  /** A collection whose last answer is written down: its lease has ended. */
  private static final String PUT_OFF =
      "SELECT count(*) FROM collection_due WHERE id = $1 AND leased_until IS NULL";

  @Inject TestPartners partners;
  @Inject ScriptedRail rail;
  @Inject Rows rows;
  @Inject PatientPool patient;

  private Partner partner;
  private ReadEvents reader;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "1000"));
    reader = new ReadEvents(partner, 1);
    rail.answerWith(new PayoutOutcome.Unknown("under way"));
    rail.answerWith(new CollectionOutcome.Unknown("under way"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void anEndWithAnEarlierTimeInTheSameWalletFollows() {
    String late = payout("late");
    String early = payout("early");

    try (StalledEnd stalled = StalledEnd.begin(patient.pool())) {
      try (StalledEnd other = StalledEnd.begin(patient.pool())) {
        other.release(early);
        other.commit();
      }
      List<JsonObject> before = reader.next();
      stalled.release(late);
      assertThat(reader.next()).isEmpty();
      stalled.commit();
      List<JsonObject> after = reader.next();

      assertThat(before).extracting(ReadEvents::reference).containsExactly("early");
      assertThat(after).extracting(ReadEvents::reference).containsExactly("late");
      assertThat(at(after.get(0))).isBeforeOrEqualTo(at(before.get(0)));
    }
  }

  /** The late one has a lower number, too: the other wallet does not wait for it. */
  @Test
  void anEndWithALowerNumberInAnotherWalletFollows() {
    String late = payout("late");
    String early = collection("early");

    try (StalledEnd stalled = StalledEnd.begin(patient.pool());
        StalledEnd other = StalledEnd.begin(patient.pool())) {
      stalled.release(late);
      other.decline(early);
      other.commit();
      assertThat(reader.nextReferences()).containsExactly("early");

      stalled.commit();

      assertThat(reader.nextReferences()).containsExactly("late");
      assertThat(numberOfTransfer(late)).isLessThan(numberOfUnpaid(early));
    }
  }

  @Test
  void theSettlementOfACollectionTakesNoNumberBeforeItHasTheWallet() {
    String first = collection("first");
    String second = collection("second");

    try (StalledEnd stalled = StalledEnd.begin(patient.pool())) {
      stalled.decline(first);
      rail.answerWith(DECLINED);
      eventually(() -> callsOfPolled(second), calls -> calls > 1);
      assertThat(reader.next()).isEmpty();

      stalled.commit();
    }

    List<String> read = new ArrayList<>();
    eventually(
        () -> {
          read.addAll(reader.nextReferences());
          return read.size();
        },
        found -> found == 2);
    assertThat(read).containsExactly("first", "second");
    assertThat(numberOfUnpaid(first)).isLessThan(numberOfUnpaid(second));
  }

  @Test
  void aReleaseTakesNoNumberBeforeItHasTheWallet() {
    String late = payout("late");
    String held = payout("held");
    hold(held);

    try (StalledEnd stalled = StalledEnd.begin(patient.pool())) {
      stalled.release(late);
      assertRefused(release(held), 409, "payout is being settled");
      assertThat(reader.next()).isEmpty();

      stalled.commit();
    }

    assertThat(release(held).statusCode()).isEqualTo(200);
    assertThat(reader.next())
        .extracting(event -> event.getString("id"))
        .containsExactly("payout:" + late, "payout_release:" + held);
  }

  @Test
  void aTransactionThatIsRolledBackLeavesNoEvent() {
    String undone = payout("undone");
    try (StalledEnd stalled = StalledEnd.begin(patient.pool())) {
      stalled.release(undone);
    }
    String later = payout("later");
    try (StalledEnd other = StalledEnd.begin(patient.pool())) {
      other.release(later);
      other.commit();
    }

    assertThat(reader.nextReferences()).containsExactly("later");
  }

  private String payout(String reference) {
    return partner.transfer(transferOf(reference)).created().path("serviceReference");
  }

  /** Has a payout wait for a review, as its screening does. */
  private void hold(String payout) {
    eventually(() -> rail.callsFor(payout), calls -> !calls.isEmpty());
    eventually(
        () ->
            rows.execute(
                    "UPDATE payout_due SET screening = 'held', screened_at = now(),"
                        + " next_poll_at = 'infinity' WHERE id = $1 AND leased_until IS NULL"
                        + " RETURNING id",
                    UUID.fromString(payout))
                .size(),
        held -> held == 1);
  }

  private static Response release(String payout) {
    return TestOperator.request()
        .body(Map.of("decision", "release", "reason", "seen"))
        .post("/operator/payouts/" + payout + "/review");
  }

  /** A collection with its prompt answered: the service does no work on it now. */
  private String collection(String reference) {
    String id = partner.collect(collectionOf(reference)).created().path("id");
    eventually(() -> rail.callsFor(id), calls -> !calls.isEmpty());
    eventually(() -> rows.count(PUT_OFF, UUID.fromString(id)), found -> found == 1);
    return id;
  }

  /** Makes the next poll due, unless one is under way. */
  private int callsOfPolled(String collection) {
    rows.execute(
        "UPDATE collection_due SET next_poll_at = now() WHERE id = $1"
            + " AND (leased_until = next_poll_at AND leased_until > now()) IS NOT TRUE",
        UUID.fromString(collection));
    return rail.callsFor(collection).size();
  }

  private long numberOfTransfer(String payout) {
    return rows.count(
        "SELECT id FROM ledger_transfer WHERE subject_id = $1 AND kind = 'release'",
        UUID.fromString(payout));
  }

  private long numberOfUnpaid(String collection) {
    return rows.count(
        "SELECT number FROM collection_unpaid WHERE id = $1", UUID.fromString(collection));
  }

  private static Instant at(JsonObject event) {
    return Optional.of(event.getString("occurredAt")).map(Instant::parse).orElseThrow();
  }
}
