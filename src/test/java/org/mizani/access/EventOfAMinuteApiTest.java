package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Transaction;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.support.Eventually;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** Events that are noted once a minute. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EventOfAMinuteApiTest {

  private static final String HOLD =
      "INSERT INTO failed_authentication (subject, starts_at, failures)"
          + " SELECT $1, date_trunc('minute', now()) + later * interval '1 minute', 1"
          + " FROM generate_series(0, 5) AS later";
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE '%failed_authentication%'";

  @Inject Rows rows;
  @Inject Database database;
  @Inject AuthenticationConfig config;
  @Inject DatabaseConfig databaseConfig;
  @Inject Pool pool;

  private final String event = "event " + UUID.randomUUID();
  private final AtomicInteger noted = new AtomicInteger();

  private FailedAuthentications pod;

  @BeforeEach
  void startPod() {
    pod = new FailedAuthentications(database, config, databaseConfig, new SimpleMeterRegistry());
  }

  @Test
  void itIsNotedWhileGuessesWaitForTheirRow() {
    AuthenticationAttempt attempt = AuthenticationAttempt.of("business", "key", "198.51.100.7");
    SqlConnection holder = pool.getConnectionAndAwait();
    Transaction transaction = holder.beginAndAwait();
    holder.query(PatientPool.STAY_IDLE).executeAndAwait();
    try {
      holder.preparedQuery(HOLD).executeAndAwait(Tuple.of(attempt.fromAddress()));
      List<CompletableFuture<?>> guesses =
          IntStream.range(0, 3 * config.countedAtOnce())
              .<CompletableFuture<?>>mapToObj(i -> guess(attempt))
              .toList();
      Eventually.eventually(() -> rows.count(WAITING), count -> count == config.countedAtOnce());

      happens(this::note);

      assertThat(noted).hasValue(1);
      assertThat(guesses).noneMatch(CompletableFuture::isDone);
    } finally {
      transaction.rollbackAndAwait();
      holder.closeAndAwait();
    }
  }

  @Test
  void oneThatCouldNotBeNotedIsNoneOfItsMinute() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              noted.set(0);
              Supplier<Uni<Void>> fails = () -> Uni.createFrom().failure(new IOException("away"));
              assertThatThrownBy(() -> happens(fails)).hasRootCauseMessage("away");

              happens(this::note);
              happens(this::note);

              assertThat(noted).hasValue(1);
            });
  }

  private CompletableFuture<?> guess(AuthenticationAttempt attempt) {
    return pod.unlessTooMany(attempt, () -> Uni.createFrom().item(Optional.empty()))
        .onFailure()
        .recoverWithNull()
        .subscribeAsCompletionStage();
  }

  private void happens(Supplier<Uni<Void>> note) {
    pod.onceAMinute(event, note).await().atMost(Eventually.PATIENCE);
  }

  private Uni<Void> note() {
    return Uni.createFrom().voidItem().invoke(noted::incrementAndGet);
  }
}
