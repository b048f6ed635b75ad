package org.mizani.rail.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mizani.rail.token.SharedToken.IssuedToken;
import org.mizani.rail.token.SharedToken.NoToken;
import org.mizani.support.MovableClock;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/**
 * Waits for a network's token that are almost over: a request that is given up soon may be handled
 * late, and end a token which another pod has had meanwhile.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LateTokenApiTest {

  /** The wait for a token. */
  private static final Duration WAIT = PATIENCE;

  private static final Duration LEAST = WAIT.dividedBy(3);

  /** The number of the lock that a slow statement waits for. */
  private static final long SLOW = 190_519;

  private static final String SLOW_REFRESH =
      """
      CREATE FUNCTION slow_refresh() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(%d);
        RETURN NEW;
      END $$
      """
          .formatted(SLOW);

  private static final String REFRESHES =
      "CREATE TRIGGER slow_refresh BEFORE UPDATE OF refreshing_until ON rail_token FOR EACH ROW"
          + " WHEN (NEW.application = '%s' AND OLD.refreshing_until IS NULL)"
          + " EXECUTE FUNCTION slow_refresh()";

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory'"
          + " AND datname = current_database() AND query LIKE 'UPDATE rail_token%'";

  @Inject TokenStore store;
  @Inject Rows rows;
  @Inject PatientPool connections;

  private final String rail = "late-" + UUID.randomUUID();
  private final AtomicInteger asked = new AtomicInteger();
  private final MovableClock clock = new MovableClock();

  @Test
  void aTokenIsAskedForWithAThirdOfTheWait() throws Exception {
    var call = callBesideARefresh();
    clock.move(WAIT.minus(LEAST));

    await(store.giveUpRefresh(rail, 0));

    assertThat(result(call)).isEqualTo("token");
    assertThat(asked).hasValue(1);
  }

  @Test
  void noTokenIsAskedForWithLess() {
    var call = callBesideARefresh();
    clock.move(WAIT.minus(LEAST).plusMillis(1));

    await(store.giveUpRefresh(rail, 0));

    awaitLook();
    awaitLook();
    assertThat(call).isNotDone();
    assertThat(isFree()).as("for a pod with a whole wait").isTrue();
    clock.move(LEAST);
    assertThatThrownBy(() -> result(call)).hasCauseInstanceOf(NoToken.class);
    assertThat(asked).hasValue(0);
  }

  /** The statement that takes the refresh is slow. */
  @Test
  void aRefreshThatWasTakenTooLateIsGivenUp() {
    SqlConnection session = await(connections.pool().getConnection());
    rows.execute(SLOW_REFRESH);
    rows.execute(REFRESHES.formatted(rail));
    try {
      await(session.query("SELECT pg_advisory_lock(%d)".formatted(SLOW)).execute());
      var call = pod().with(this::call).subscribeAsCompletionStage();
      eventually(() -> rows.count(WAITING), count -> count == 1);
      clock.move(WAIT.minus(LEAST).plusMillis(1));

      await(session.query("SELECT pg_advisory_unlock(%d)".formatted(SLOW)).execute());

      assertThatThrownBy(() -> result(call)).hasCauseInstanceOf(NoToken.class);
      assertThat(asked).hasValue(0);
      assertThat(isFree()).isTrue();
    } finally {
      await(session.close());
      rows.execute("DROP TRIGGER slow_refresh ON rail_token");
      rows.execute("DROP FUNCTION slow_refresh()");
    }
  }

  /** A call whose wait has begun, while another pod has the refresh. */
  private CompletableFuture<String> callBesideARefresh() {
    await(store.read(rail));
    assertThat(await(store.takeRefresh(rail, 0))).isTrue();
    return pod().with(this::call).subscribeAsCompletionStage();
  }

  /** Waits until the pod looks for a token, which writes the row anew. */
  private void awaitLook() {
    String seen = transactionOfRow();
    eventually(this::transactionOfRow, now -> !now.equals(seen));
  }

  private String transactionOfRow() {
    return rows.execute("SELECT xmin::text FROM rail_token WHERE application = $1", rail)
        .get(0)
        .getString(0);
  }

  private SharedToken pod() {
    return new SharedToken(rail, store, this::issue, clock, clock::nanos, WAIT);
  }

  private Uni<IssuedToken> issue() {
    asked.incrementAndGet();
    return Uni.createFrom().item(new IssuedToken("token", Duration.ofHours(1)));
  }

  private Uni<String> call(String token) {
    return Uni.createFrom().item(token);
  }

  private boolean isFree() {
    return rows.count(
            "SELECT count(*) FROM rail_token WHERE application = $1 AND refreshing_until IS NULL",
            rail)
        == 1;
  }

  private static String result(CompletableFuture<String> call) throws Exception {
    return call.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
