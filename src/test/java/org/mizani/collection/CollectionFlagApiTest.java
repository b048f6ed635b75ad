package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Instant;
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
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.ScriptedRailProfile;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Flags by the end of a collection, and by a payment after it: a clearing names the newest. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class CollectionFlagApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject PolledCollections collections;
  @Inject CollectionMoves moves;
  @Inject FlaggedCollections flags;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of());
    rail.answerWith(new Unknown("under way"));
  }

  @AfterEach
  void booksBalance() {
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @CsvSource({"15000, none", "14950, of the end"})
  void anEndIsAFlagIfAnotherAmountWasPaid(long paid, String flag) {
    UUID id = prompted();

    settle(id, paying(paid));

    assertThat(rows.flagOf("collection", id)).isEqualTo(flag);
  }

  @ParameterizedTest
  @CsvSource({"15000", "14950"})
  void aLatePaymentIsANewFlag(long paid) {
    UUID id = expired();
    flagAnHourAgo(id);

    settle(id, paying(paid));

    assertThat(rows.flagOf("collection", id)).isEqualTo("of the end");
  }

  @Test
  void aLatePaymentFlagsACollectionAgainWhoseFlagWasCleared() {
    UUID id = expired();
    clear(id, flagAnHourAgo(id));
    assertThat(rows.flagOf("collection", id)).isEqualTo("none");

    settle(id, paying(15_000));

    assertThat(rows.flagOf("collection", id)).isEqualTo("of the end");
  }

  private UUID prompted() {
    return collections.putOff(partner.collect(collectionOf("order")).path("id"));
  }

  private UUID expired() {
    UUID id = prompted();
    settle(id, CollectionDecision.expiry());
    return id;
  }

  private void settle(UUID id, Settle decision) {
    moves.apply(id, List.of(decision)).await().atMost(PATIENCE);
  }

  private static Settle paying(long minor) {
    return Settle.paid(
        new Collected("R1", Optional.empty(), Optional.of(new Money(CurrencyUnit.KES, minor))));
  }

  private Instant flagAnHourAgo(UUID id) {
    return rows.execute(
            "UPDATE collection SET flagged = true,"
                + " flagged_at = date_trunc('milliseconds', now()) - interval '1 hour'"
                + " WHERE id = $1 RETURNING flagged_at",
            id)
        .get(0)
        .getOffsetDateTime(0)
        .toInstant();
  }

  private void clear(UUID id, Instant flaggedAt) {
    flags.clear(id, flaggedAt, () -> Uni.createFrom().voidItem()).await().atMost(PATIENCE);
  }
}
