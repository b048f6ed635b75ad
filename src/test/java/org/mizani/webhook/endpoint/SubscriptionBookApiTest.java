package org.mizani.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.support.Defaults;
import org.mizani.support.PatientPool;
import org.mizani.support.QuickProfile;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * What a pod does whose reading of endpoints is too old to count: each event would wait for one.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class SubscriptionBookApiTest {

  private static final int EVENTS = 20;

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
          + " AND wait_event_type = 'Lock' AND query LIKE '%FROM webhook_endpoint%change >%'";

  @Inject TestPartners partners;
  @Inject Database database;
  @Inject Rows rows;
  @Inject Pool pool;

  private Partner partner;
  private SubscriptionBook book;
  private UUID endpoint;

  @BeforeEach
  void aBookWithReadingsThatAreAlwaysTooOld() {
    partner = partners.create(Map.of());
    JsonObject made = new Endpoints(partner).make("https://hooks.example.com/", "payout");
    endpoint = UUID.fromString(made.getString("id"));
    book =
        new SubscriptionBook(
            database,
            Defaults.with(
                EndpointConfig.class,
                Map.of(
                    "payments.webhook.endpoints.refresh-every", "0s",
                    "payments.webhook.endpoints.max-age", "0s")));
  }

  @Test
  void aReadingThatIsTooOldIsReadAgain() {
    assertThat(found(await(read()))).containsExactly(endpoint);
    rows.execute(
        "UPDATE webhook_endpoint SET status = 'disabled',"
            + " change = nextval('webhook_endpoint_change_number') WHERE id = $1",
        endpoint);

    assertThat(await(read())).isEmpty();
  }

  @Test
  void eventsThatWaitForAReadingShareIt() {
    // Given
    SqlConnection session = await(pool.getConnection());
    await(session.query(PatientPool.BEGIN).execute());
    await(session.query("LOCK TABLE webhook_endpoint IN ACCESS EXCLUSIVE MODE").execute());
    long others = rows.count(WAITING);

    try {
      // When
      List<CompletableFuture<List<Subscription>>> events =
          Stream.generate(() -> read().subscribeAsCompletionStage()).limit(EVENTS).toList();
      eventually(() -> rows.count(WAITING), waiting -> waiting > others);

      // Then: one reads, beside the service's own book at most
      assertThat(rows.count(WAITING)).isLessThanOrEqualTo(others + 2);
      await(session.query("ROLLBACK").execute());
      for (CompletableFuture<List<Subscription>> event : events) {
        assertThat(found(await(Uni.createFrom().completionStage(event)))).containsExactly(endpoint);
      }
    } finally {
      await(session.query("ROLLBACK").execute());
      await(session.close());
    }
  }

  private Uni<List<Subscription>> read() {
    return book.of(partner.businessId(), EventKind.PAYOUT);
  }

  private static List<UUID> found(List<Subscription> subscriptions) {
    return subscriptions.stream().map(Subscription::endpointId).toList();
  }

  private static <T> T await(Uni<T> work) {
    return work.await().atMost(PATIENCE);
  }
}
