package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.support.Eventually;

class SharedBulkheadTest {

  private static final Duration LONG = Eventually.PATIENCE;

  private final Map<String, UniEmitter<? super String>> running = new LinkedHashMap<>();
  private final List<String> begun = new ArrayList<>();
  private final SharedBulkhead places = new SharedBulkhead(3, LONG);

  @Test
  void aBusinessHasOnePlaceAndOthersTheRest() {
    take(1, "a1");
    take(1, "a2");
    take(1, "a3");
    take(2, "b1");
    take(3, "c1");
    take(4, "d1");

    assertThat(begun).containsExactly("a1", "b1", "c1");
  }

  @Test
  void businessesAreServedInTurnAndOneInItsOrder() {
    take(1, "a1");
    take(2, "b1");
    take(3, "c1");
    take(1, "a2");
    take(1, "a3");
    take(4, "d1");

    end("a1");
    end("b1");
    end("c1");
    end("a2");

    assertThat(begun).containsExactly("a1", "b1", "c1", "a2", "d1", "a3");
  }

  @Test
  void failedAndCancelledWorkLeavesItsPlace() {
    take(1, "fails");
    UniAssertSubscriber<String> caller = take(2, "is cancelled");
    take(3, "c1");
    take(1, "a2");
    take(2, "b2");

    running.get("fails").fail(new IllegalStateException());
    caller.cancel();

    assertThat(begun).endsWith("a2", "b2");
  }

  @Test
  void workThatCannotBeCreatedLeavesItsPlace() {
    SharedBulkhead one = new SharedBulkhead(1, LONG);
    Uni<String> broken =
        one.take(
            1,
            () -> {
              throw new IllegalStateException("broken");
            });

    assertThatThrownBy(() -> broken.await().atMost(LONG)).hasMessage("broken");

    assertThat(one.take(1, () -> Uni.createFrom().item("next")).await().atMost(LONG))
        .isEqualTo("next");
  }

  @Test
  void aCallerThatHangsUpTakesNoTurn() {
    take(1, "a1");
    UniAssertSubscriber<String> caller = take(1, "a2");
    take(1, "a3");

    caller.cancel();
    end("a1");

    assertThat(begun).containsExactly("a1", "a3");
  }

  @Test
  void workWithoutAPlaceInTimeIsAnOutageAndTakesNoneLater() {
    SharedBulkhead hasty = new SharedBulkhead(1, Duration.ofMillis(10));
    UniAssertSubscriber<String> first = take(hasty, 1, "first");
    UniAssertSubscriber<String> late = take(hasty, 2, "late");

    Throwable failure = late.awaitFailure(LONG).getFailure();
    end("first");
    take(hasty, 2, "next");

    assertThat(DatabaseOutage.isBehind(failure)).isTrue();
    assertThat(begun).containsExactly("first", "next");
    first.assertCompleted();
  }

  private UniAssertSubscriber<String> take(long business, String name) {
    return take(places, business, name);
  }

  private UniAssertSubscriber<String> take(SharedBulkhead places, long business, String name) {
    return places
        .take(business, () -> Uni.createFrom().<String>emitter(work -> begin(name, work)))
        .subscribe()
        .withSubscriber(UniAssertSubscriber.create());
  }

  private void begin(String name, UniEmitter<? super String> work) {
    begun.add(name);
    running.put(name, work);
  }

  private void end(String name) {
    running.get(name).complete(name);
  }
}
