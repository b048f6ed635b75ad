package org.mizani.rail.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FindingTest {

  @Test
  void onlyAGoodFindingIsInOrder() {
    assertThat(Finding.ok("clock", "it is right").isOk()).isTrue();
    assertThat(Finding.wrong("clock", "it is late").isOk()).isFalse();
    assertThat(Finding.cannotTell("clock", "the answer has no date").isOk()).isFalse();
  }

  @Test
  void aLineBeginsWithItsVerdictAndSubject() {
    assertThat(Finding.cannotTell("clock", "the answer has no date").line())
        .isEqualTo("cannot tell clock        the answer has no date");
  }
}
