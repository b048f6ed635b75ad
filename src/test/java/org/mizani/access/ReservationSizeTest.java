package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.access.KeyReserve.Reservation;

class ReservationSizeTest {

  private static final long SEED = 20_261_122;
  private static final int WINDOWS = 200;

  @Test
  void startsSmallDoublesAndShrinksNearTheLimit() {
    Window window = new Window(3000);
    KeyReserve pod = window.pod();

    while (take(pod)) {
      window.admitted++;
    }

    assertThat(window.admitted).isEqualTo(3000);
    assertThat(window.sizes).startsWith(60, 120, 240, 300, 300, 300, 300, 300, 270);
    assertThat(window.sizes.subList(8, window.sizes.size()))
        .isSortedAccordingTo((a, b) -> b - a)
        .endsWith(60);
    assertThat(window.sizes).hasSizeLessThan(20);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "9", "60", "100", "2147483647"})
  void reservesAtLeastOneAndAtMostATenth(int limit) {
    ReservationSize size = new ReservationSize(limit);

    assertThat(size.first()).isBetween(1, Math.max(1, limit / 10));
    for (int left : new int[] {1, Math.max(1, limit / 2), limit}) {
      assertThat(size.after(limit, limit, left)).isBetween(1, Math.max(1, limit / 10));
    }
  }

  /**
   * Requests go to random pods until the first refusal. By then most of the limit is admitted: a
   * least percentage in each window, and a higher one on average. The number of reservations is
   * bounded.
   */
  @ParameterizedTest
  @CsvSource({
    "  60,  1, 100, 100, 25",
    "  60,  3,  90,  98, 42",
    " 100,  1, 100, 100, 25",
    " 100,  3,  92,  98, 35",
    " 100,  8,  85,  94, 46",
    "3000,  3,  94,  97, 32",
    "3000,  8,  86,  91, 44",
  })
  void refusesOnlyNearTheLimit(
      int limit, int pods, int leastPercent, int averagePercent, int mostReservations) {
    Random random = new Random(SEED);
    long all = 0;
    for (int i = 0; i < WINDOWS; i++) {
      Window window = new Window(limit);
      window.askUntilRefused(pods, random::nextInt);
      all += window.admitted;
      assertThat(window.admitted).isBetween(limit * leastPercent / 100, limit);
      assertThat(window.sizes.size()).isLessThanOrEqualTo(mostReservations);
    }
    assertThat(all * 100 / WINDOWS / limit).isGreaterThanOrEqualTo(averagePercent);
  }

  /** Each pod is killed after its first request and loses the rest of its reservation. */
  @Test
  void thirtyKilledPodsDoNotUseUpTheLimit() {
    Window window = new Window(100);

    for (int i = 0; i < 30; i++) {
      assertThat(take(window.pod())).isTrue();
    }
  }

  @Test
  void podsInRandomOrderAdmitExactlyTheLimit() {
    Random random = new Random(SEED);
    for (int limit = 1; limit <= 300; limit++) {
      Window window = new Window(limit);
      List<KeyReserve> pods = Stream.generate(window::pod).limit(1 + random.nextInt(8)).toList();
      int refused = 0;
      while (refused < 400) {
        if (take(pods.get(random.nextInt(pods.size())))) {
          window.admitted++;
        } else {
          refused++;
        }
      }
      assertThat(window.admitted).isEqualTo(limit);
    }
  }

  private static boolean take(KeyReserve pod) {
    return pod.take().await().atMost(PATIENCE).admitted();
  }

  /** The row of a window in the database. */
  private static final class Window {

    private final int limit;
    private final List<Integer> sizes = new ArrayList<>();
    private int reserved;
    private int admitted;

    Window(int limit) {
      this.limit = limit;
    }

    KeyReserve pod() {
      return new KeyReserve(new ReservationSize(limit), this::reserve);
    }

    void askUntilRefused(int pods, IntUnaryOperator next) {
      List<KeyReserve> all = Stream.generate(this::pod).limit(pods).toList();
      while (take(all.get(next.applyAsInt(pods)))) {
        admitted++;
      }
    }

    private Uni<Reservation> reserve(int size) {
      int granted = Math.min(size, Math.max(0, limit - reserved));
      reserved += size;
      sizes.add(size);
      long far = System.nanoTime() + Duration.ofMinutes(1).toNanos();
      return Uni.createFrom()
          .item(new Reservation(granted, Math.max(0, limit - reserved), 1_800_000_000L, far));
    }
  }
}
