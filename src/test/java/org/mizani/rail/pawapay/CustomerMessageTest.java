package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CustomerMessageTest {

  @ParameterizedTest
  @CsvSource({
    "Invoice 17, Invoice 17",
    "INV-2026/17, INV 2026 17",
    "  Émile's  café , Emile s cafe",
    "abcdefghijklmnopqrstuvwxyz, abcdefghijklmnopqrstuv",
    "abcdefghijklmnopqrstu vwxyz, abcdefghijklmnopqrstu",
    "1234, 1234"
  })
  void lettersDigitsAndSpacesAreKept(String narration, String message) {
    assertThat(CustomerMessage.of(narration)).hasValue(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "a/b", "----------", "\u4f60\u597d\u4f60\u597d\u4f60"})
  void shortTextIsLeftOut(String narration) {
    assertThat(CustomerMessage.of(narration)).isEmpty();
  }
}
