package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.Response;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mizani.support.MovableClock;

/** Looks for the network's keys, which callbacks of unknown names cause. */
class PublicKeysTest {

  private final AtomicInteger looks = new AtomicInteger();
  private final MovableClock clock = new MovableClock();

  private Uni<Response> answer;
  private final PublicKeys keys =
      new PublicKeys(
          FakePawapay.with(
              "publicKeys",
              Uni.createFrom()
                  .deferred(
                      () -> {
                        looks.incrementAndGet();
                        return answer;
                      })),
          clock);

  /** Its callbacks are not told from those that nobody has signed. */
  @Test
  void aLookThatFailedIsNotRepeatedForEachCallback() {
    answer = Uni.createFrom().failure(new ConnectException("refused"));

    for (int callback = 0; callback < 3; callback++) {
      assertThatThrownBy(() -> keys.with("a name").await().atMost(PATIENCE))
          .hasRootCauseInstanceOf(ConnectException.class);
    }
    assertThat(looks).hasValue(1);

    answer = Uni.createFrom().item(() -> Response.ok("[]").build());
    clock.move(Duration.ofSeconds(10));
    assertThat(keys.with("a name").await().atMost(PATIENCE)).isEmpty();
    assertThat(keys.with("a name").await().atMost(PATIENCE)).isEmpty();
    assertThat(looks).hasValue(2);
  }
}
