package org.mizani.webhook.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LookupTurnsTest {

  private final LookupTurns turns = new LookupTurns(8, 256);
  private final List<String> begun = new ArrayList<>();
  private final List<Promise<String>> underWay = new ArrayList<>();

  @Test
  void businessesWhoseNamesAreNeverAnsweredForLeaveOthersSome() {
    for (int business = 1; business <= 3; business++) {
      for (int i = 0; i < 20; i++) {
        take(business, "hanging-" + business + "-" + i);
      }
    }
    assertThat(begun).hasSize(3 + 2 + 1);

    take(4, "healthy");
    assertThat(begun).hasSize(7).last().isEqualTo("healthy");
  }

  @Test
  void aBusinessTakesTurnsWithTheOthersThatWait() {
    for (int business = 1; business <= 9; business++) {
      take(business, "first of " + business);
      take(business, "second of " + business);
    }
    List<String> before = List.copyOf(begun);

    underWay.get(0).fail("no such name");

    assertThat(before).hasSize(8);
    assertThat(begun).last().isEqualTo("first of 7");
  }

  @Test
  void refusesALookUpBeyondThoseThatMayWait() {
    for (int i = 0; i < 3 + 256; i++) {
      assertThat(take(1, "name" + i).failed()).isFalse();
    }

    assertThat(take(1, "one more").cause()).hasMessage("too many look-ups wait");
    assertThat(take(2, "another's").failed()).isFalse();
  }

  @Test
  void theNextBeginsWhenOneHasEnded() {
    for (int i = 0; i < 4; i++) {
      take(1, "name" + i);
    }
    assertThat(begun).hasSize(3);

    underWay.get(0).fail("no such name");

    assertThat(begun).hasSize(4).last().isEqualTo("name3");
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
