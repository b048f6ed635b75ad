package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class PromExpressionTest {

  private static final PromExpression RATIO =
      new PromExpression(
          "1 - (sum by (uri, pod) (rate(a_total{x=\"y or z\", le!~\"(1|2)\"}[$__range])) or vector(0))"
              + " / on(uri) namespace:b:rate5m * 14.4e3 unless max(c_seconds{n=\"$namespace\"})");

  @Test
  void readsTheNamesOfSeriesAlone() {
    assertThat(RATIO.series())
        .containsExactlyInAnyOrder("a_total", "namespace:b:rate5m", "c_seconds");
  }

  @Test
  void readsTheLabelsOfSelectorsAndGroups() {
    assertThat(RATIO.selected())
        .containsEntry("a_total", Set.of("x", "le"))
        .containsEntry("c_seconds", Set.of("n"))
        .hasSize(2);
    assertThat(RATIO.grouped()).containsExactlyInAnyOrder("uri", "pod");
  }
}
