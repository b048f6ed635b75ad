package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mizani.access.KeyReserve.Reservation;

class KeyReserveTest {

  private static final int LIMIT = 10;
  private static final long ENDS_AT = 1_800_000_000L;
  private static final long FAR = Duration.ofMinutes(1).toNanos();

  private final Reserve reserve = new Reserve();
  private final KeyReserve window = new KeyReserve(new ReservationSize(LIMIT), reserve::ask);

  @Test
  void usesUpAReservationBeforeTheNext() {
    reserve.willGrant(4, 6).willGrant(4, 2);

    List<RateLimitStatus> taken = take(5);

    assertThat(reserve.asked).isEqualTo(2);
    assertThat(taken).allMatch(RateLimitStatus::admitted);
    assertThat(taken).extracting(RateLimitStatus::remaining).containsExactly(9, 8, 7, 6, 5);
  }

  @Test
  void admitsExactlyTheLimitAndThenReservesNoMore() {
    reserve.willGrant(4, 6).willGrant(4, 2).willGrant(2, 0);

    List<RateLimitStatus> taken = take(25);

    assertThat(taken.stream().filter(RateLimitStatus::admitted)).hasSize(LIMIT);
    assertThat(taken.subList(LIMIT, 25)).noneMatch(RateLimitStatus::admitted);
    assertThat(reserve.asked).isEqualTo(3);
  }

  @Test
  void reportsLimitRemainderAndEndOfTheWindow() {
    reserve.willGrant(1, 0);

    RateLimitStatus admitted = take(1).get(0);
    RateLimitStatus refused = take(1).get(0);

    assertThat(admitted.limit()).isEqualTo(LIMIT);
    assertThat(admitted.resetsAtSeconds()).isEqualTo(ENDS_AT);
    assertThat(admitted.resetsIn().toNanos()).isBetween(1L, FAR);
    assertThat(refused.admitted()).isFalse();
    assertThat(refused.remaining()).isZero();
  }

  @Test
  void startsAgainWhenTheWindowHasEnded() {
    reserve.willGrantBefore(1, 0).willGrant(4, 6);

    RateLimitStatus taken = take(1).get(0);

    assertThat(taken.admitted()).isTrue();
    assertThat(taken.remaining()).isEqualTo(9);
    assertThat(reserve.asked).isEqualTo(2);
  }

  @Test
  void refusesWhenOtherPodsHaveReservedTheWholeLimit() {
    reserve.willGrant(0, 0);

    assertThat(take(1).get(0).admitted()).isFalse();
  }

  @Test
  void oneReservationServesAllWaitingRequests() {
    List<UniEmitter<? super Reservation>> answers = new ArrayList<>();
    KeyReserve waiting =
        new KeyReserve(
            new ReservationSize(LIMIT),
            size -> Uni.createFrom().<Reservation>emitter(answer -> answers.add(answer)));
    List<RateLimitStatus> taken = new ArrayList<>();

    for (int i = 0; i < 3; i++) {
      waiting.take().subscribe().with(taken::add);
    }
    assertThat(answers).hasSize(1);
    answers.get(0).complete(new Reservation(3, 7, ENDS_AT, System.nanoTime() + FAR));

    assertThat(taken).hasSize(3).allMatch(RateLimitStatus::admitted);
    assertThat(answers).hasSize(1);
  }

  @Test
  void aFailedReservationFailsItsRequestAndNotTheNext() {
    reserve.willFail().willGrant(4, 6);

    assertThatThrownBy(() -> take(1)).hasMessage("the database is away");

    assertThat(take(1).get(0).admitted()).isTrue();
  }

  @Test
  void aRequestThatCountsAsManySpendsAllOfThemOrNone() {
    reserve.willGrant(2, 8).willGrant(6, 2).willGrant(2, 0);

    take(1);
    RateLimitStatus many = window.take(7).await().atMost(PATIENCE);
    RateLimitStatus tooMany = window.take(3).await().atMost(PATIENCE);
    List<RateLimitStatus> rest = take(3);

    assertThat(many.admitted()).isTrue();
    assertThat(many.remaining()).isEqualTo(2);
    assertThat(tooMany.admitted()).isFalse();
    assertThat(tooMany.remaining()).isEqualTo(2);
    assertThat(rest).extracting(RateLimitStatus::admitted).containsExactly(true, true, false);
  }

  @Test
  void aRequestThatCountsAsMoreThanTheLimitReservesNoneOfIt() {
    reserve.willGrant(1, 9);

    RateLimitStatus refused = window.take(LIMIT + 1).await().atMost(PATIENCE);

    assertThat(refused.admitted()).isFalse();
    assertThat(refused.remaining()).isEqualTo(LIMIT);
    assertThat(take(1).get(0).admitted()).isTrue();
  }

  private List<RateLimitStatus> take(int times) {
    List<RateLimitStatus> taken = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      taken.add(window.take().await().atMost(PATIENCE));
    }
    return taken;
  }

  /** Answers reservations in the order in which a test set the answers. */
  private static final class Reserve {

    private final Deque<Uni<Reservation>> answers = new ArrayDeque<>();
    private int asked;

    Reserve willGrant(int granted, int left) {
      return willAnswer(new Reservation(granted, left, ENDS_AT, System.nanoTime() + FAR));
    }

    /** Of a window that has ended. */
    Reserve willGrantBefore(int granted, int left) {
      return willAnswer(new Reservation(granted, left, ENDS_AT - 60, System.nanoTime() - 1));
    }

    private Reserve willAnswer(Reservation reservation) {
      answers.add(Uni.createFrom().item(reservation));
      return this;
    }

    Reserve willFail() {
      answers.add(Uni.createFrom().failure(new IllegalStateException("the database is away")));
      return this;
    }

    Uni<Reservation> ask(int size) {
      asked++;
      return answers.remove();
    }
  }
}
