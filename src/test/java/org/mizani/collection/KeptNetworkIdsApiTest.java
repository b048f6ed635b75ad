package org.mizani.collection;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.payout.ScriptedRailProfile;
import org.mizani.rail.CollectionOutcome.Accepted;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.FailureCode;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.work.Lease;

/** The ids under which a network acknowledges questions about a collection that has ended. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class KeptNetworkIdsApiTest {

  private static final String GIVING_UP =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND query LIKE '%DELETE FROM collection_due q USING%'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject ScriptedRail rail;
  @Inject PolledCollections collections;
  @Inject FlaggedCollections flags;

  private UUID id;

  @BeforeEach
  void aCollectionWatchedAfterItsEnd() {
    Partner partner = partners.createShop(Map.of());
    rail.answerWith(new Accepted(Optional.of("prompt")));
    id = collections.putOff(partner.collect(collectionOf("order")).path("id"));
    rail.answerWith(new Unknown("under way"));
    collections.pollAfterTheEnd(id);
    assertThat(collections.status(id)).isEqualTo("cancelled");
    assertThat(collections.isPolled(id)).isTrue();
  }

  @AfterEach
  void booksBalance() {
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  /** A later word of the network may answer the question, and names its id. */
  @Test
  void areKeptWhenTheNetworkBearsTheEndOut() {
    rail.answerWith(new Accepted(Optional.of("question")));
    collections.poll(id);
    rail.answerWith(new Declined(FailureCode.CUSTOMER_DECLINED, "declined"));

    collections.poll(id);

    assertThat(collections.isPolled(id)).isFalse();
    assertThat(kept()).containsExactly("prompt", "question");
  }

  @Test
  void areKeptWhenTheyAreNotedWhileThePollsAreGivenUp() {
    Lease lease = lease();
    SqlConnection other = await(pool.getConnection());
    await(other.query(PatientPool.BEGIN).execute());
    await(
        other
            .preparedQuery(
                "UPDATE collection_due SET network_ids = network_ids || 'question'::text"
                    + " WHERE id = $1")
            .execute(Tuple.of(id)));
    CompletableFuture<Void> givenUp = flags.giveUp(lease).subscribeAsCompletionStage();
    eventually(() -> rows.count(GIVING_UP), isEqual(1L));

    await(other.query("COMMIT").execute());

    await(other.close());
    assertThat(givenUp).succeedsWithin(PATIENCE);
    assertThat(collections.isPolled(id)).isFalse();
    assertThat(collections.isFlagged(id)).isTrue();
    assertThat(kept()).containsExactly("prompt", "question");
  }

  private Lease lease() {
    return rows
        .execute(
            "UPDATE collection_due SET next_poll_at = now() + interval '1 hour' WHERE id = $1"
                + " RETURNING polls, words",
            id)
        .stream()
        .map(row -> new Lease(id, row.getInteger(0), row.getInteger(1)))
        .findFirst()
        .orElseThrow();
  }

  private List<String> kept() {
    return List.of(
        rows.execute("SELECT network_ids FROM collection WHERE id = $1", id)
            .get(0)
            .getArrayOfStrings(0));
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
