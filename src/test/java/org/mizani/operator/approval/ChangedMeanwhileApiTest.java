package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.PatientPool;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Requesters whose access changes while a request of theirs, or its approval, is under way. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ChangedMeanwhileApiTest {

  private static final String CHANGED = "access of its requester has changed since the request";
  private static final String NOT_ALLOWED = "its requester may not do this any more";
  private static final String HOLD_BUSINESS =
      "SELECT FROM business WHERE public_id = $1 FOR UPDATE";
  private static final String HOLD_REQUEST = "SELECT FROM approval WHERE id = $1 FOR UPDATE";
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query ILIKE '%for no key update%'";

  @Inject Rows rows;
  @Inject Requests requests;
  @Inject Pool pool;

  private HeldKeys keys;
  private Person requester;

  @BeforeEach
  void createBusiness() {
    keys = HeldKeys.ofNewBusiness();
    requester = TestOperator.person("administrator");
  }

  /** Else it would wait with the new access, by which its approver could draw its secret. */
  @Test
  void aKeyIsNotAskedForByAnEndedSession() {
    Request asking = requester.request().body("{}");

    Response answer =
        held(
            HOLD_BUSINESS,
            keys.business(),
            () -> asking.post(keys.path()),
            requester::withNewSecret);

    assertRefused(answer, 409, CHANGED);
    assertThat(rows.count("SELECT count(*) FROM approval WHERE subject = $1", keys.subject()))
        .isZero();
  }

  /** Of a key that was asked for with the new access. */
  @Test
  void aSecretIsNotDrawnByAnEndedSession() {
    approve(keys.issue("{}", requester.request()).path("id")).succeeded();
    String key = keys.listed().get(0).getString("apiKey");
    Request drawing = requester.request();

    Response answer =
        held(
            HOLD_BUSINESS,
            keys.business(),
            () -> keys.draw(key, drawing),
            () -> {
              requester.withNewSecret();
              rows.execute(
                  "UPDATE api_key SET secret_for_epoch = secret_for_epoch + 1 WHERE key = $1", key);
            });

    assertRefused(answer, 409, CHANGED);
    assertThat(requests.entries(keys.subjectOf(key))).hasSize(1);
  }

  @Test
  void aMovementIsNotCarriedOutAfterADismissalDuringItsApproval() {
    HeldTopUps topUps = HeldTopUps.of(keys.business(), requests);
    String request = topUps.ask(requester.key(), 2000, requester.request()).path("id");

    Response answer = heldApproval(request, () -> disable(requester));

    assertRefused(answer, 409, NOT_ALLOWED);
    assertThat(status(request)).isEqualTo("waiting");
    assertThat(topUps.entered()).isEmpty();
  }

  @Test
  void aKeyIsNotMadeAfterANewSecretDuringItsApproval() {
    String request = keys.issue("{}", requester.request()).path("id");

    Response answer = heldApproval(request, requester::withNewSecret);

    assertRefused(answer, 409, CHANGED);
    assertThat(status(request)).isEqualTo("waiting");
    assertThat(keys.listed()).isEmpty();
  }

  /** An approval that has looked once, and waits for its request. */
  private Response heldApproval(String request, Runnable change) {
    Request approving = TestOperator.second();
    return held(HOLD_REQUEST, request, () -> approve(request, approving), change);
  }

  /** The answer to a request that waits for this row while the change is made. */
  private Response held(String hold, String id, Supplier<Response> request, Runnable change) {
    SqlConnection holder = await(pool.getConnection());
    CompletableFuture<Response> answer;
    try {
      await(holder.query(PatientPool.BEGIN).execute());
      await(holder.preparedQuery(hold).execute(Tuple.of(UUID.fromString(id))));
      answer = CompletableFuture.supplyAsync(request);
      eventually(() -> rows.count(WAITING), count -> count > 0);
      change.run();
    } finally {
      await(holder.query("ROLLBACK").execute());
      await(holder.close());
    }
    return answer.join();
  }

  private static void disable(Person person) {
    TestOperator.second()
        .body("{\"disabled\":true}")
        .patch("/operator/operators/" + person.key())
        .succeeded();
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
