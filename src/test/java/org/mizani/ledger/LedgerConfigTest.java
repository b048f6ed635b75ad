package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.database.DatabaseConfig;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Defaults;

class LedgerConfigTest {

  @Test
  void aStatementIsReadInPagesOfAThousand() {
    LedgerConfig.Statement config = Defaults.of(LedgerConfig.Statement.class);

    assertThat(config.page()).isEqualTo(1000);
    assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void refusesAPageSizeOfZero() {
    LedgerConfig.Statement empty = new StatementOfPages(0);

    assertThatThrownBy(() -> new StatementLines(null, empty))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.statement.page must be at least 1.");
  }

  @Test
  void aTrialBalanceTimesOutAfterAMinute() {
    assertThat(Defaults.of(LedgerConfig.TrialBalance.class).timeout())
        .isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void aDayIsClosedFiveMinutesAfterItsEnd() {
    LedgerConfig.Books config = Defaults.of(LedgerConfig.Books.class);

    assertThat(config.reportingCurrency()).isEqualTo(CurrencyUnit.USD);
    assertThat(config.closing().every()).isEqualTo(Duration.ofMinutes(1));
    assertThat(config.closing().after()).isEqualTo(Duration.ofMinutes(5));
    assertThat(config.closing().checkEvery()).isEqualTo(Duration.ofHours(6));
    assertThat(config.closing().timeout()).isEqualTo(Duration.ofMinutes(4));
  }

  @Test
  void refusesToCloseADayBeforeItsPaymentsHaveTimedOut() {
    DatabaseConfig slow =
        Defaults.with(DatabaseConfig.class, Map.of("payments.database.timeout", "76s"));

    assertThatThrownBy(
            () -> new DailyClosing(null, slow, Defaults.of(LedgerConfig.Books.class), null))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "payments.ledger.closing.after must be at least 4 times payments.database.timeout.")
        .hasNoCause();
  }

  private record StatementOfPages(int page) implements LedgerConfig.Statement {
    @Override
    public Duration timeout() {
      return Duration.ofSeconds(1);
    }
  }
}
