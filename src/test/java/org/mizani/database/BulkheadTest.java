package org.mizani.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BulkheadTest {

  private final List<UniEmitter<? super String>> running = new ArrayList<>();
  private final Bulkhead one = new Bulkhead(1, PATIENCE);

  @Test
  void workThatHasWaitedRunsOnTheContextOfItsCaller() throws Exception {
    Vertx vertx = Vertx.vertx();
    try {
      one.take(this::work).subscribe().withSubscriber(UniAssertSubscriber.create());
      Context caller = vertx.getOrCreateContext();
      CompletableFuture<Context> seen = new CompletableFuture<>();

      caller.runOnContext(
          begun -> {
            one.take(() -> Uni.createFrom().item(seen.complete(Vertx.currentContext())))
                .subscribe()
                .with(done -> {});
            running.get(0).complete("first");
          });

      assertThat(seen.get(PATIENCE.toSeconds(), SECONDS)).isSameAs(caller);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(PATIENCE.toSeconds(), SECONDS);
    }
  }

  @Test
  void endedFailedAndCancelledWorkLeavesItsPlace() {
    UniAssertSubscriber<String> first =
        one.take(this::work).subscribe().withSubscriber(UniAssertSubscriber.create());
    first.cancel();
    UniAssertSubscriber<String> second =
        one.take(this::work).subscribe().withSubscriber(UniAssertSubscriber.create());
    running.get(1).fail(new IllegalStateException());
    second.awaitFailure(PATIENCE);

    assertThat(one.take(() -> Uni.createFrom().item("next")).await().atMost(PATIENCE))
        .isEqualTo("next");
  }

  @Test
  void workWithoutAPlaceInTimeFails() {
    Bulkhead hasty = new Bulkhead(1, Duration.ofMillis(10));
    hasty.take(this::work).subscribe().withSubscriber(UniAssertSubscriber.create());

    Throwable failure =
        hasty
            .take(this::work)
            .subscribe()
            .withSubscriber(UniAssertSubscriber.create())
            .awaitFailure(PATIENCE)
            .getFailure();

    assertThat(failure).isInstanceOf(Bulkhead.NoPlace.class);
    assertThat(running).hasSize(1);
  }

  private Uni<String> work() {
    return Uni.createFrom().emitter(running::add);
  }
}
