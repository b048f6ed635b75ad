package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mizani.business.Business;
import org.mizani.support.TestDatabase;

/** Sessions of one request's context. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class SessionApiTest {

  private static final int READS = 20;

  @Inject Database database;
  @Inject SameEventLoop loop;
  @Inject Vertx vertx;

  @Test
  void readsBesideEachOtherHaveASessionEach() {
    List<Long> counts =
        loop.await(
            () ->
                Multi.createFrom()
                    .range(0, READS)
                    .onItem()
                    .transformToUni(i -> database.read(() -> Business.count("name", "nobody " + i)))
                    .merge(READS)
                    .collect()
                    .asList());

    assertThat(counts).isEqualTo(Collections.nCopies(READS, 0L));
  }

  @Test
  void aReadBesideATransactionSeesNothingOfIt() {
    String name = "uncommitted";
    List<Long> counts =
        loop.await(
            () ->
                Uni.join()
                    .all(
                        database.read(() -> Business.count("name", name)),
                        database.inTransaction(() -> entered(name)))
                    .andFailFast());

    assertThat(counts).containsExactly(0L, 1L);
  }

  @Test
  void theCallerGoesOnInItsOwnContext() {
    List<Context> contexts =
        loop.await(
            () -> {
              Context own = Vertx.currentContext();
              Uni<Context> read =
                  database.read(() -> Business.count()).map(count -> Vertx.currentContext());
              return Uni.join().all(read, read, Uni.createFrom().item(own)).andFailFast();
            });

    assertThat(contexts).allMatch(VertxContext::isDuplicatedContext);
    assertThat(contexts.get(0)).isSameAs(contexts.get(2));
    assertThat(contexts.get(1)).isSameAs(contexts.get(2));
  }

  /** As the client of a network has one. */
  @Test
  void aContextThatMayBeSharedGetsASessionOfItsOwn() {
    Context shared = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
    Uni<Long> read =
        Uni.createFrom()
            .deferred(() -> database.read(() -> Business.count("name", "nobody")))
            .runSubscriptionOn(task -> shared.runOnContext(ignored -> task.run()));

    assertThat(read.await().atMost(PATIENCE)).isZero();
  }

  private Uni<Long> entered(String name) {
    return database
        .execute("INSERT INTO business (name) VALUES ('" + name + "')")
        .chain(() -> Business.count("name", name))
        .call(() -> database.execute("DELETE FROM business WHERE name = '" + name + "'"));
  }
}
