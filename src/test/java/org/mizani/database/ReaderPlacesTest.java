package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.LimitFault;
import org.mizani.support.Eventually;

class ReaderPlacesTest {

  private final ReaderPlaces<Integer> places =
      new ReaderPlaces<>(2, LimitFault.statementBeingRead());

  @Test
  void aReaderHasOnePlaceAtATime() {
    Reading first = new Reading(1);

    assertRefused(1, 429);
    assertThat(read(2)).isEqualTo("read");

    first.end();
    assertThat(read(1)).isEqualTo("read");
  }

  @Test
  void soManyAreReadAtOnce() {
    new Reading(1);
    Reading second = new Reading(2);

    assertRefused(3, 503);

    second.end();
    assertThat(read(3)).isEqualTo("read");
  }

  @Test
  void aFailureAndACallerThatIsGoneLeaveTheirPlaces() {
    assertThatThrownBy(
            () ->
                places
                    .take(
                        1,
                        () -> {
                          throw new IllegalStateException("no sums");
                        })
                    .await()
                    .atMost(Eventually.PATIENCE))
        .hasMessage("no sums");
    new Reading(1).cancel();

    assertThat(read(1)).isEqualTo("read");
  }

  private String read(int reader) {
    return places
        .take(reader, () -> Uni.createFrom().item("read"))
        .await()
        .atMost(Eventually.PATIENCE);
  }

  private void assertRefused(int reader, int status) {
    assertThatThrownBy(() -> read(reader))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.fault().status()).isEqualTo(status));
  }

  /** A document that is being read. */
  private final class Reading {

    private final AtomicReference<UniEmitter<? super String>> emitter = new AtomicReference<>();
    private final UniAssertSubscriber<String> subscriber;

    Reading(int reader) {
      subscriber =
          places
              .take(reader, () -> Uni.createFrom().<String>emitter(emitter::set))
              .subscribe()
              .withSubscriber(UniAssertSubscriber.create());
      assertThat(emitter.get()).as("it has its place").isNotNull();
    }

    void end() {
      emitter.get().complete("read");
    }

    void cancel() {
      subscriber.cancel();
    }
  }
}
