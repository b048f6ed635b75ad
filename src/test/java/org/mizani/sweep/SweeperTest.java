package org.mizani.sweep;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.mizani.support.Eventually.PATIENCE;

import org.junit.jupiter.api.Test;

class SweeperTest {

  @Test
  void aPodThatIsAboutToStopBeginsNoRun() {
    Sweeper withoutDatabase = new Sweeper(null, null, null, null);
    withoutDatabase.drain(null);

    assertThatCode(() -> withoutDatabase.sweepDue().await().atMost(PATIENCE))
        .doesNotThrowAnyException();
  }
}
