package org.mizani.webhook.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FairShareTest {

  private final FairShare share = new FairShare(256, 4);

  @ParameterizedTest
  @CsvSource({"0, 256, 96", "96, 160, 0", "0, 160, 48", "0, 64, 4", "3, 64, 1", "4, 64, 0"})
  void aBusinessTakesAsMuchAsItLeavesFreeBesideTheReserve(int own, int free, int more) {
    assertThat(share.more(own, free)).isEqualTo(more);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 1", "10, 0"})
  void noneIsTakenThatIsNotFree(int own, int free) {
    assertThat(share.more(own, free)).isLessThanOrEqualTo(free);
  }

  @Test
  void twentyBusinessesThatTakeAllTheyMayLeaveAPlaceToTheNext() {
    int free = 256;
    for (int business = 0; business < 20; business++) {
      free -= share.more(0, free);
    }

    assertThat(free).isPositive();
    assertThat(share.more(0, free)).isPositive();
  }
}
