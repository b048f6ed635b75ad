package org.mizani.screening;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class ScreeningPlacesTest {

  private final UUID one = UUID.randomUUID();
  private final UUID other = UUID.randomUUID();

  @Test
  void aBusinessHasHalfOfThePlaces() {
    ScreeningPlaces places = new ScreeningPlaces(3);

    assertThat(places.take(one)).isTrue();
    assertThat(places.take(one)).isTrue();
    assertThat(places.take(one)).as("more than half").isFalse();
    assertThat(places.take(other)).isTrue();
    assertThat(places.take(other)).as("all are taken").isFalse();
  }

  @Test
  void aPlaceThatIsGivenBackIsTakenAgain() {
    ScreeningPlaces places = new ScreeningPlaces(1);
    places.take(one);
    assertThat(places.take(other)).isFalse();

    places.giveBack(one);

    assertThat(places.take(other)).isTrue();
  }
}
