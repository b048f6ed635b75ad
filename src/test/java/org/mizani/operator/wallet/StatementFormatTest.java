package org.mizani.operator.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.ledger.Funds;
import org.mizani.ledger.Statement.Line;
import org.mizani.money.CurrencyUnit;

class StatementFormatTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "INV-7 | INV-7",
        "`` | ``",
        "a,b | \"a,b\"",
        "a\"b | \"a\"\"b\"",
        "=1+1 | '=1+1",
        "+1 | '+1",
        "-1 | '-1",
        "@sum(a,b) | \"'@sum(a,b)\"",
        "1=1 | 1=1"
      })
  void aReferenceIsNeverAFormulaAndNeverTwoColumns(String reference, String column) {
    Funds none = new Funds(CurrencyUnit.KES, 0, 0, 0);
    Line line = new Line(true, Instant.EPOCH, "hold", reference, Optional.empty(), none, none);

    byte[] row = new StatementFormat.Csv().lines(List.of(line));

    assertThat(new String(row, StandardCharsets.UTF_8))
        .isEqualTo("1970-01-01T00:00:00Z,hold," + column + ",,0,0,0,0,0,0\r\n");
  }
}
