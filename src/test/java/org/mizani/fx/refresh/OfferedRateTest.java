package org.mizani.fx.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OfferedRateTest {

  private static final BigDecimal BEFORE = new BigDecimal("100");

  @ParameterizedTest
  @ValueSource(strings = {"100", "109.9999999999", "110", "90"})
  void takesARateCloseToTheOneBefore(BigDecimal rate) {
    OfferedRate offered = offered(rate, Optional.of(BEFORE));

    assertThat(offered.objection()).isEmpty();
    assertThat(offered.rate()).hasValueSatisfying(it -> assertThat(it).isEqualByComparingTo(rate));
  }

  @ParameterizedTest
  @CsvSource({
    "1E-60, has too many digits",
    "1E+60, has too many digits",
    "100.000000000000000000000000000000000000000000000001, has too many digits",
    "0, is 0.0000000000",
    "-100, is -100.0000000000",
    "0.00000000001, is 0.0000000000",
    "1000000000, is 1000000000.0000000000"
  })
  void rejectsANumberThatIsNoRate(BigDecimal number, String objection) {
    OfferedRate offered = offered(number, Optional.of(BEFORE));

    assertThat(offered.rate()).isEmpty();
    assertThat(offered.objection()).contains(objection);
  }

  @Test
  void rejectsALeapAndAFirstRate() {
    assertThat(offered(new BigDecimal("110.01"), Optional.of(BEFORE)).objection())
        .contains("is 110.01 after 100, a change of more than 10 %");
    assertThat(offered(BEFORE, Optional.empty()).objection())
        .contains("has no earlier rate to be compared with: enter the first one");
  }

  private static OfferedRate offered(BigDecimal number, Optional<BigDecimal> before) {
    JsonNode answer = JsonNodeFactory.instance.objectNode().set("KES", DecimalNode.valueOf(number));
    return OfferedRate.find(answer, JsonPointer.compile("/KES"), before, BigDecimal.TEN);
  }
}
