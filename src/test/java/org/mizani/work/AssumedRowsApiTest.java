package org.mizani.work;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.payout.PayoutConfig;
import org.mizani.support.Defaults;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.work.Leases.AssumedCalls;

/** Rows that networks may have been given, and of which other sessions have locked some. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AssumedRowsApiTest {

  private static final int PAGE = 3;
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE 'WITH page AS%'";

  @Inject Database database;
  @Inject DueLeases due;
  @Inject Rows rows;

  /** Ids of rows that follow each other begin with the same half. */
  private final long half = UUID.randomUUID().getMostSignificantBits();

  private Lease[] leases;
  private Instant before;

  @BeforeEach
  void createRows() {
    leases =
        IntStream.rangeClosed(1, PAGE).mapToObj(i -> due.create(id(i), 0)).toArray(Lease[]::new);
    before = rows.now();
  }

  @AfterEach
  void deleteRows() {
    due.delete(leases);
  }

  @Test
  void aPageOfFreeRowsIsAssumedAtOnce() {
    assertThat(assume(0)).succeedsWithin(PATIENCE).isEqualTo(page(3, 3));

    assertThat(assume(0)).succeedsWithin(PATIENCE).isEqualTo(page(0, 3));
  }

  /** Of two statements that wait while they hold rows each could wait for the other. */
  @Test
  void aPageEndsBeforeALockedRow() {
    SqlConnection other = due.lock(leases[1]);

    assertThat(assume(0)).succeedsWithin(PATIENCE).isEqualTo(page(1, 1));

    assertThat(polls()).containsExactly(1L, 0L, 0L);
    due.unlock(other);
  }

  @Test
  void aPageThatBeginsWithALockedRowWaitsForItAlone() {
    SqlConnection other = due.lock(leases[0]);
    CompletableFuture<AssumedCalls> assumed = assume(0);
    eventually(() -> rows.count(WAITING), isEqual(1L));
    SqlConnection third = due.lock(leases[1], leases[2]);
    due.unlock(third);

    due.unlock(other);

    assertThat(assumed).succeedsWithin(PATIENCE).isEqualTo(page(3, 3));
  }

  @Test
  void aRowThatIsGoneMeanwhileIsPassedOver() {
    SqlConnection other = due.lock(leases[0]);
    CompletableFuture<AssumedCalls> assumed = assume(0);
    eventually(() -> rows.count(WAITING), isEqual(1L));

    other
        .query("DELETE FROM payout_due WHERE id = '" + id(1) + "'")
        .execute()
        .await()
        .atMost(PATIENCE);
    due.unlock(other);

    assertThat(assumed).succeedsWithin(PATIENCE).isEqualTo(page(2, 3));
  }

  private CompletableFuture<AssumedCalls> assume(int after) {
    return leases().assumeCalled(id(after), before, PAGE).subscribeAsCompletionStage();
  }

  private AssumedCalls page(int noted, int last) {
    return new AssumedCalls(noted, Optional.of(id(last)));
  }

  private UUID id(int number) {
    return new UUID(half, number);
  }

  private long[] polls() {
    return IntStream.rangeClosed(1, PAGE)
        .mapToLong(i -> rows.count("SELECT polls::bigint FROM payout_due WHERE id = $1", id(i)))
        .toArray();
  }

  private Leases leases() {
    return new Leases(
        database,
        new LeaseTable(
            "payout_due", "next_poll_at", true, Optional.of("submitted_at"), Optional.empty()),
        Defaults.of(PayoutConfig.class).settlement());
  }
}
