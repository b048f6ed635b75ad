package org.mizani.paging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ApiFault.ApiException;

class PageSizeTest {

  private static final PageSize SIZE = PageSize.DEFAULT;

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void isTheDefaultWithoutALimit(String blank) {
    assertThat(SIZE.of(blank)).isEqualTo(50);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "499, 499",
    "500, 500",
    "501, 500",
    "007, 7",
    "2147483648, 500",
    "0000000000000000000000001, 1",
    "99999999999999999999999999, 500"
  })
  void isTheLimitUpToTheLargestSize(String limit, int size) {
    assertThat(SIZE.of(limit)).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "00", "-1", "+1", "1.0", "1e2", "ten", " 1", "0x10", "٣", "1\0"})
  void refusesAnInvalidLimit(String limit) {
    assertThatThrownBy(() -> SIZE.of(limit))
        .isInstanceOf(ApiException.class)
        .hasMessage("limit must be a positive whole number");
  }
}
