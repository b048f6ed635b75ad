package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskedTest {

  @ParameterizedTest
  @CsvSource({"+254712345678, ***678", "1234, ***234", "123, ***", "1, ***", "'', ***", ", ***"})
  void showsThreeCharactersAtMostAndNeverAll(String number, String masked) {
    assertThat(Masked.number(number)).isEqualTo(masked);
  }
}
