package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.database.DatabaseConfig;
import org.mizani.support.Defaults;

class StatementConfigTest {

  @Test
  void aStatementCoversTenYearsAndOneIsSummedUpAtOnce() {
    StatementConfig config = Defaults.of(StatementConfig.class);

    assertThat(config.longestDays()).isEqualTo(3660);
    assertThat(config.atOnce()).isEqualTo(1);
    assertThat(config.open()).isEqualTo(8);
    assertThat(config.readerTimeout()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void partnersNeverTakeAllLongReads() {
    StatementConfig config =
        Defaults.with(StatementConfig.class, Map.of("payments.partner-statement.at-once", "2"));
    DatabaseConfig database = Defaults.of(DatabaseConfig.class);

    assertThatThrownBy(
            () -> new PartnerStatementResource(null, null, null, null, null, config, database))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "payments.partner-statement.at-once must be less than payments.database.long-reads.");
  }
}
