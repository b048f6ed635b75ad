package org.mizani.corridor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CsvTableTest {

  @Test
  void aTableThatIsNotPackagedIsNamed() {
    assertThatIllegalStateException()
        .isThrownBy(() -> CsvTable.lines("rivers.csv"))
        .withMessage("rivers.csv is not packaged");
  }

  static Stream<Arguments> lines() {
    return Stream.of(
        Arguments.of("a,b", List.of("a", "b")),
        Arguments.of("a,,b,", List.of("a", "", "b", "")),
        Arguments.of("", List.of("")),
        Arguments.of(" a , b ", List.of(" a ", " b ")),
        Arguments.of("\"a,b\",c", List.of("a,b", "c")),
        Arguments.of("\"a\",\"b\"", List.of("a", "b")),
        Arguments.of("\"\",a", List.of("", "a")),
        Arguments.of("\"the \"\"big\"\" one\",a", List.of("the \"big\" one", "a")),
        Arguments.of("\"\"\"a\"\"\"", List.of("\"a\"")));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void splitsALineIntoItsFields(String line, List<String> fields) {
    assertThat(CsvTable.fields(line)).isEqualTo(fields);
  }

  @Test
  void refusesAQuoteThatIsNotClosed() {
    assertThatThrownBy(() -> CsvTable.fields("\"a,b"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a quote is not closed");
  }
}
