package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PayoutOutcomeTest {

  @Test
  void aReasonOfTheNetworkIsMadeStorable() {
    String reason =
        new PayoutOutcome.Failed(FailureCode.REFUSED, "no\0such\naccount \ud800" + "x".repeat(500))
            .reason();

    assertThat(reason).startsWith("no such account  xxx").hasSize(200);
  }
}
