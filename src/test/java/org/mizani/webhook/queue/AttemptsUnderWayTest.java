package org.mizani.webhook.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mizani.webhook.TestConfig;
import org.mizani.webhook.address.CallbackUrl;

class AttemptsUnderWayTest {

  private static final int PLACES = 16;

  /** The places of attempts that take long which one business may have. */
  private static final int SHARE = 6;

  private static final Instant NOW = Instant.EPOCH;

  /** From then on an attempt that began now takes long. */
  private static final Instant LATER = NOW.plusMillis(500);

  private final AttemptsUnderWay attempts =
      new AttemptsUnderWay(
          TestConfig.with(
                  Map.of(
                      "limits.in-flight",
                      Integer.toString(PLACES),
                      "limits.in-flight-per-receiver",
                      "2"))
              .limits());

  @Test
  void anAttemptThatTakesLongLeavesItsPlace() {
    begin(1, 3, NOW);
    begin(1, 2, NOW.plusMillis(1));

    assertThat(attempts.free(LATER.minusMillis(1))).isEqualTo(PLACES - 5);
    assertThat(attempts.free(LATER)).as("the three that began first").isEqualTo(PLACES - 2);

    assertThat(attempts.slowOf(1)).isEqualTo(3);
  }

  @Test
  void aBusinessHasAShareOfThePlacesOfThoseThatTakeLong() {
    begin(1, PLACES, NOW);
    assertThat(attempts.free(NOW)).isZero();

    assertThat(attempts.free(LATER)).isEqualTo(SHARE);

    assertThat(attempts.slowOf(1)).isEqualTo(SHARE);
  }

  @Test
  void theShareOfOneBusinessKeepsNoAttemptOfAnotherInItsPlace() {
    begin(1, PLACES - 1, NOW);
    begin(2, 1, NOW);

    assertThat(attempts.free(LATER)).isEqualTo(SHARE + 1);

    assertThat(attempts.slowOf(2)).isOne();
  }

  @Test
  void onlyAsManyTakeLongAsThereArePlaces() {
    IntStream.range(0, 2 * PLACES).forEach(business -> begin(business, 1, NOW));

    assertThat(attempts.free(LATER)).as("of twice as many").isZero();
  }

  @Test
  void thePlaceOfOneThatTookLongIsFreeAtItsEnd() {
    List<UUID> begun = begin(1, PLACES, NOW);
    attempts.free(LATER);
    UUID slow = begun.get(0);

    attempts.end(slow);
    attempts.end(slow);

    assertThat(attempts.slowOf(1)).as("ended once").isEqualTo(SHARE - 1);
    assertThat(attempts.free(LATER)).as("another leaves its place for it").isEqualTo(SHARE + 1);
    begun.forEach(attempts::end);
    assertThat(attempts.slowOf(1)).isZero();
    assertThat(attempts.free(LATER)).isEqualTo(PLACES);
  }

  private List<UUID> begin(long business, int count, Instant now) {
    List<WebhookDelivery> begun =
        IntStream.range(0, count).mapToObj(i -> delivery(business, "http://r" + i + "/")).toList();
    begun.forEach(delivery -> attempts.begin(delivery, now));
    return begun.stream().map(WebhookDelivery::id).toList();
  }

  private static WebhookDelivery delivery(long business, String url) {
    return new WebhookDelivery(
        UUID.randomUUID(),
        business,
        OptionalLong.empty(),
        Optional.empty(),
        CallbackUrl.parse(url),
        new byte[0],
        0,
        0);
  }
}
