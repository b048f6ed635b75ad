package org.mizani.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values as pages show them. */
class ShownTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1234567.5 | KES | 1,234,567.50 KES",
        "0 | USD | 0.00 USD",
        "-7.75 | USD | -7.75 USD",
        "1E+3 | UGX | 1,000 UGX",
        "9999999999999.99 | ZAR | 9,999,999,999,999.99 ZAR",
        "0.0015 | KES | 0.0015 KES"
      })
  void anAmountHasItsCurrencyAndGroupsOfThree(BigDecimal amount, String currency, String shown) {
    assertThat(Shown.money(amount, currency)).isEqualTo(shown);
  }

  @Test
  void aTimeIsInUtcToTheSecond() {
    Instant at = Instant.parse("2026-11-29T08:17:23.987654Z");

    assertThat(Shown.time(at)).isEqualTo("2026-11-29T08:17:23Z");
    assertThat(Shown.exactTime(at)).isEqualTo("2026-11-29T08:17:23.987Z");
  }

  @Test
  void aValueThatThereIsNotIsEmpty() {
    assertThat(Shown.money(null, "KES")).isEmpty();
    assertThat(Shown.time(null)).isEmpty();
    assertThat(Shown.words(null)).isEmpty();
    assertThat(Shown.text(null)).isEmpty();
    assertThat(Fact.of("Receipt", null).known()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "termination_success, good",
    "termination_failure, bad",
    "termination_pending, open",
    "collection_success, good",
    "collection_failure, bad",
    "cancelled, bad",
    "collection_pending, open"
  })
  void aStatusHasAMood(String status, String mood) {
    assertThat(Shown.mood(status)).isEqualTo(mood);
  }

  @Test
  void namesOfTheWireAreWords() {
    assertThat(Shown.words("termination_pending")).isEqualTo("termination pending");
    assertThat(Shown.sentence("wallet.top-up")).isEqualTo("Wallet top up");
  }
}
