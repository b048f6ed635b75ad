package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Reads that overlap: an older one never replaces a newer one. */
class NewestReadTest {

  private final List<String> changes = new ArrayList<>();
  private final NewestRead<String> newest =
      new NewestRead<>((before, now) -> changes.add(before.orElse("nothing") + " to " + now));

  @Test
  void keepsTheReadThatBeganLast() {
    Reading older = begin();
    Reading newer = begin();

    newer.ends("paused");
    older.ends("not paused");

    assertThat(newest.value()).contains("paused");
    assertThat(older.answer.get()).isEqualTo("paused");
    assertThat(changes).containsExactly("nothing to paused");
  }

  @Test
  void keepsEachReadWhenTheyEndInTheirOrder() {
    assertThat(newest.value()).isEmpty();
    Reading older = begin();
    Reading newer = begin();

    older.ends("not paused");
    assertThat(newest.value()).contains("not paused");
    newer.ends("paused");

    assertThat(newest.value()).contains("paused");
    assertThat(changes).containsExactly("nothing to not paused", "not paused to paused");
  }

  @Test
  void keepsItsValueWhenAReadFails() {
    begin().ends("paused");

    assertThatThrownBy(
            () ->
                newest
                    .refresh(Uni.createFrom().failure(new IllegalStateException("no database")))
                    .await()
                    .indefinitely())
        .hasMessage("no database");

    assertThat(newest.value()).contains("paused");
  }

  /** The order of reads is that of their subscriptions, not of the creation of each {@link Uni}. */
  @Test
  void aReadBeginsWhenItIsSubscribedTo() {
    Uni<String> madeFirst = newest.refresh(Uni.createFrom().item("read again"));
    begin().ends("read");

    madeFirst.await().indefinitely();

    assertThat(newest.value()).contains("read again");
  }

  private Reading begin() {
    Reading reading = new Reading();
    newest
        .refresh(Uni.createFrom().completionStage(reading.read))
        .subscribe()
        .with(reading.answer::set);
    return reading;
  }

  private static final class Reading {

    private final CompletableFuture<String> read = new CompletableFuture<>();
    private final AtomicReference<String> answer = new AtomicReference<>();

    void ends(String found) {
      read.complete(found);
    }
  }
}
