package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.rail.check.Finding;
import org.mizani.rail.check.Finding.Verdict;

class RailCheckCommandTest {

  @ParameterizedTest
  @CsvSource({
    "OK OK, 0",
    "OK WRONG, 1",
    "CANNOT_TELL WRONG, 1",
    "WRONG CANNOT_TELL, 1",
    "OK CANNOT_TELL, 2"
  })
  void aFaultAndAnOpenQuestionEndDifferently(String verdicts, int code) {
    List<Finding> findings =
        Stream.of(verdicts.split(" "))
            .map(verdict -> new Finding(Verdict.valueOf(verdict), "subject", "words"))
            .toList();

    assertThat(RailCheckCommand.exitCode(findings)).isEqualTo(code);
  }
}
