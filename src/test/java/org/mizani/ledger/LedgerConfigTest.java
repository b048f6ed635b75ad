package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mizani.support.Defaults;

class LedgerConfigTest {

  @Test
  void aStatementIsReadInPagesOfAThousand() {
    StatementConfig config = Defaults.of(StatementConfig.class);

    assertThat(config.page()).isEqualTo(1000);
    assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void aPageHasAtLeastOneTransfer() {
    StatementConfig empty = new StatementOfPages(0);

    assertThatThrownBy(() -> new Statements(null, empty))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("payments.statement.page must be at least 1.");
  }

  @Test
  void aTrialBalanceHasAMinute() {
    assertThat(Defaults.of(TrialBalanceConfig.class).timeout()).isEqualTo(Duration.ofSeconds(60));
  }

  private record StatementOfPages(int page) implements StatementConfig {
    @Override
    public Duration timeout() {
      return Duration.ofSeconds(1);
    }
  }
}
