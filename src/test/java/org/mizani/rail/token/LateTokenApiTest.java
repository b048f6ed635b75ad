package org.mizani.rail.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mizani.rail.token.SharedToken.IssuedToken;
import org.mizani.rail.token.SharedToken.NoToken;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/**
 * Waits for a network's token that are almost over: a request that is given up soon may be handled
 * late, and end a token which another pod has had meanwhile.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LateTokenApiTest {

  /** The wait for a token. */
  private static final Duration WAIT = PATIENCE;

  private static final Duration LEAST = WAIT.dividedBy(3);

  @Inject TokenStore store;
  @Inject Rows rows;

  private final String rail = "late-" + UUID.randomUUID();
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void aTokenIsAskedForWithAThirdOfTheWait() {
    assertThat(await(podWithLeft(LEAST).with(this::call))).isEqualTo("token");

    assertThat(asked).hasValue(1);
  }

  @Test
  void noTokenIsAskedForWithLess() {
    assertThatThrownBy(() -> await(podWithLeft(LEAST.minusMillis(1)).with(this::call)))
        .isInstanceOf(NoToken.class);

    assertThat(asked).hasValue(0);
    assertThat(isFree()).as("for a pod with a whole wait").isTrue();
  }

  /** The statement that takes the refresh was slow. */
  @Test
  void aRefreshThatWasTakenTooLateIsGivenUp() {
    assertThatThrownBy(() -> await(pod(LEAST, LEAST.minusMillis(1)).with(this::call)))
        .isInstanceOf(NoToken.class);

    assertThat(asked).hasValue(0);
    assertThat(isFree()).isTrue();
  }

  private SharedToken podWithLeft(Duration left) {
    return pod(left, left);
  }

  /**
   * A pod whose clock shows the beginning of its wait, by which its end is told, then these times
   * before the end, then the end.
   */
  private SharedToken pod(Duration... left) {
    Instant end = Instant.now().plus(WAIT);
    List<Instant> times =
        Stream.concat(Stream.of(WAIT, WAIT), Stream.of(left)).map(end::minus).toList();
    AtomicInteger reading = new AtomicInteger();
    InstantSource clock =
        () -> {
          int i = reading.getAndIncrement();
          return i < times.size() ? times.get(i) : end.plusMillis(1);
        };
    return new SharedToken(rail, store, this::issue, clock, WAIT);
  }

  private Uni<IssuedToken> issue() {
    asked.incrementAndGet();
    return Uni.createFrom().item(new IssuedToken("token", Duration.ofHours(1)));
  }

  private Uni<String> call(String token) {
    return Uni.createFrom().item(token);
  }

  private boolean isFree() {
    return rows.count(
            "SELECT count(*) FROM rail_token WHERE rail = $1 AND refreshing_until IS NULL", rail)
        == 1;
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
