package org.mizani.webhook.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LookupTurnsTest {

  private final LookupTurns turns = new LookupTurns(8);
  private final List<String> begun = new ArrayList<>();
  private final List<Promise<String>> underWay = new ArrayList<>();

  @Test
  void aBusinessHasAsManyUnderWayAsItLeavesFree() {
    for (int i = 0; i < 20; i++) {
      take(1, "hanging-1-" + i);
    }
    assertThat(begun).hasSize(4);

    for (int i = 0; i < 20; i++) {
      take(2, "hanging-2-" + i);
    }
    assertThat(begun).hasSize(6);

    take(3, "healthy");
    assertThat(begun).hasSize(7).last().isEqualTo("healthy");
  }

  @Test
  void theNextBeginsWhenOneHasEnded() {
    for (int i = 0; i < 5; i++) {
      take(1, "name" + i);
    }
    assertThat(begun).hasSize(4);

    underWay.get(0).fail("no such name");

    assertThat(begun).hasSize(5).last().isEqualTo("name4");
  }

  @Test
  void tellsHowALookUpEnded() {
    Future<String> found = take(1, "found");
    Future<String> unknown = take(1, "unknown");

    underWay.get(0).complete("192.0.2.1");
    underWay.get(1).fail("no such name");

    assertThat(found.result()).isEqualTo("192.0.2.1");
    assertThat(unknown.cause()).hasMessage("no such name");
  }

  private Future<String> take(long business, String name) {
    return turns.take(
        business,
        () -> {
          begun.add(name);
          Promise<String> promise = Promise.promise();
          underWay.add(promise);
          return promise.future();
        });
  }
}
