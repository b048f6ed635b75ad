package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitsTest {

  @ParameterizedTest
  @CsvSource({"PT-1S, true", "PT0S, true", "PT0.000000001S, false"})
  void aTimeIsOverOnceNoneOfItIsLeft(Duration left, boolean over) {
    assertThat(Waits.isOver(left)).isEqualTo(over);
  }

  @Test
  void comparesTwoWaits() {
    Duration one = Duration.ofSeconds(1);
    Duration two = Duration.ofSeconds(2);

    assertThat(Waits.shorter(one, two)).isEqualTo(Waits.shorter(two, one)).isEqualTo(one);
    assertThat(Waits.longer(one, two)).isEqualTo(Waits.longer(two, one)).isEqualTo(two);
  }
}
