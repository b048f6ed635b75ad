package org.mizani.collection;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionManualSettlement.Verdict;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.ScriptedRailProfile;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.RailCapabilities;
import org.mizani.support.LoggedLines;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.work.Lease;
import org.mizani.work.PodPlaces;

/** Collections that an operator, or another pod, ends while their rail is asked. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class ContestedCollectionApiTest {

  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Verdict CANCELLED =
      new Verdict(CollectionStatus.CANCELLED, Optional.empty());

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject PolledCollections collections;
  @Inject CollectionMoves moves;
  @Inject CollectionLeases leases;
  @Inject CollectionConsequences consequences;
  @Inject CollectionManualSettlement byHand;
  @Inject Database database;
  @Inject CollectionSettler settler;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of());
    rail.answerWith(new Unknown("under way"));
  }

  @AfterEach
  void booksBalance() {
    rail.declare(new RailCapabilities(true, Duration.ZERO));
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  @Test
  void aCollectionSettledByHandDuringTheQuestionIsNotPromptedAgain() {
    UUID id = askedAbout();
    await(byHand.settle(id, CANCELLED, () -> Uni.createFrom().voidItem()));

    rail.behave(Behaviour.LOSES_ALL);

    assertIsNotPromptedAgain(id);
    assertThat(collections.status(id)).isEqualTo("cancelled");
  }

  @Test
  void aCollectionThatAnOperatorHasIsNotPromptedAgain() {
    UUID id = askedAbout();
    assertThat(await(leases.claimByHand(id, LEASE))).isPresent();

    rail.behave(Behaviour.LOSES_ALL);

    assertIsNotPromptedAgain(id);
    assertThat(collections.status(id)).isEqualTo("pending");
  }

  @Test
  void noOperatorGetsACollectionThatIsPromptedAgain() {
    UUID id = prompted();
    Lease lease = leaseOfAnotherPod(id);
    assertThat(await(leases.promptAgain(lease))).isTrue();

    Optional<PendingCollection> claimed = await(leases.claimByHand(id, LEASE));

    assertThat(claimed).isEmpty();
  }

  @Test
  void noPromptIsSentAgainAfterTheEndOfTheLease() {
    UUID id = prompted();
    Lease lease = leaseOfAnotherPod(id);
    rows.execute(
        "UPDATE collection_due SET leased_until = now() - interval '1 second' WHERE id = $1", id);

    boolean ours = await(leases.promptAgain(lease));

    assertThat(ours).isFalse();
  }

  @Test
  void anOperatorLearnsThatThePaymentWasQuicker() {
    UUID id = prompted();
    Settle paid = Settle.paid(new Collected("R1", Optional.empty()));

    Uni<Void> settled =
        byHand
            .claim(id, CANCELLED)
            .call(() -> moves.apply(id, List.of(paid)))
            .chain(settle -> database.inTransaction(settle));

    assertThatThrownBy(() -> await(settled))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> assertThat(refusal.fault()).isEqualTo(OperatorFault.COLLECTION_FINAL));
    assertThat(collections.status(id)).isEqualTo("success");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  @Test
  void aVerdictIsAnEnd() {
    assertThatThrownBy(() -> new Verdict(CollectionStatus.PENDING, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a final status");
  }

  @Test
  void theAmountThatWasSettledByHandIsBorneOut() {
    UUID id = prompted();
    Verdict seen = new Verdict(CollectionStatus.SUCCESS, Optional.of("SKL1"));
    await(byHand.settle(id, seen, () -> Uni.createFrom().voidItem()));
    rail.answerWith(paying(15_000));

    collections.poll(id);

    assertThat(collections.isPolled(id)).as("there is no more to learn").isFalse();
    assertThat(collections.isFlagged(id)).isFalse();
    assertThat(collections.credited(id)).isEqualTo(15_000);
  }

  /** The first payment is credited, whichever amount the network tells after that. */
  @ParameterizedTest
  @CsvSource({"15000, 14950, true", "14950, 14950, false", "14950, 15000, true"})
  void anotherAmountThanWasCreditedMeanwhileIsReported(long credited, long told, boolean reported) {
    UUID id = prompted();
    PendingCollection asked = await(leases.claimByHand(id, LEASE)).orElseThrow();
    await(moves.apply(id, List.of(Settle.paid(paying(credited)))));

    try (LoggedLines logged = LoggedLines.listen()) {
      await(consequences.apply(asked, paying(told)));

      assertThat(logged.text().contains("are credited, and its rail says")).isEqualTo(reported);
    }
    assertThat(collections.credited(id)).isEqualTo(credited);
    assertThat(collections.isFlagged(id)).isTrue();
  }

  /** A collection whose rail is being asked: that does not know the prompt, and may get another. */
  private UUID askedAbout() {
    rail.declare(new RailCapabilities(true, Duration.ofHours(1)));
    rail.behave(Behaviour.LOSES_ALL);
    UUID id = prompted();
    rail.behave(Behaviour.HOLDS_ITS_ANSWERS);
    rows.execute(
        "UPDATE collection_due SET prompted_at = now() - interval '1 hour', next_poll_at = now()"
            + " WHERE id = $1",
        id);
    eventually(() -> rail.callsFor(id.toString()), isEqual(List.of("prompt", "ask")));
    return id;
  }

  private void assertIsNotPromptedAgain(UUID id) {
    eventually(() -> PodPlaces.areFree(settler), isEqual(true));
    assertThat(rail.callsFor(id.toString())).containsExactly("prompt", "ask");
  }

  /** Lease of a later poll than the one that has prompted the customer. */
  private Lease leaseOfAnotherPod(UUID id) {
    return rows
        .execute(
            "UPDATE collection_due SET polls = polls + 1, prompted_at = now() - interval '1 hour',"
                + " next_poll_at = now() + interval '1 minute',"
                + " leased_until = now() + interval '1 minute' WHERE id = $1 RETURNING polls, words",
            id)
        .stream()
        .map(row -> new Lease(id, row.getInteger(0), row.getInteger(1)))
        .findFirst()
        .orElseThrow();
  }

  private UUID prompted() {
    return collections.putOff(partner.collect(collectionOf("order")).path("id"));
  }

  private static Collected paying(long minor) {
    return new Collected("R1", Optional.empty(), Optional.of(new Money(CurrencyUnit.KES, minor)));
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
