package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mizani.support.Defaults;

class StatementConfigTest {

  @Test
  void aStatementCoversTenYearsAndOneIsSummedUpAtOnce() {
    StatementConfig config = Defaults.of(StatementConfig.class);

    assertThat(config.longestDays()).isEqualTo(3660);
    assertThat(config.atOnce()).isEqualTo(1);
  }
}
