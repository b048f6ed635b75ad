package org.mizani.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvRowTest {

  @Test
  void quotesWhatWouldEndAField() {
    assertThat(CsvRow.of(List.of("a", "", "b,c", "say \"d\"", "e\nf")))
        .isEqualTo("a,,\"b,c\",\"say \"\"d\"\"\",\"e\nf\"\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1", "+1", "-1", "@sum", "'=1", "\tx", "\uff1d1"})
  void guardsWhatASpreadsheetWouldRun(String formula) {
    assertThat(CsvRow.of(List.of(formula, "1" + formula)))
        .isEqualTo("'" + formula + ",1" + formula + "\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1", "+1", "-1", "@sum", "'=1", "\tx", "\uff1d1"})
  void guardsTheMiddleOfAFieldWhereASemicolonSeparatesFields(String formula) {
    assertThat(CsvRow.of(List.of("a;" + formula + ";b"))).isEqualTo("a;'" + formula + ";b\r\n");
  }

  @Test
  void guardsWhatALineOfAFieldOrAQuoteInItBegins() {
    assertThat(CsvRow.of(List.of("a\r\n=1", "a;\"=1\"")))
        .isEqualTo("\"a\r\n'=1\",\"a;'\"\"=1\"\"\"\r\n");
  }

  @Test
  void guardsAFormulaThatIsQuoted() {
    assertThat(CsvRow.of(List.of("=a,\"b\""))).isEqualTo("\"'=a,\"\"b\"\"\"\r\n");
  }
}
