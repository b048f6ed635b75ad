package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.support.Defaults;

class DatabaseConfigTest {

  private enum Weather {
    SUNNY_DAY
  }

  @Test
  void refusesASilenceThatEndsBeforePostgresqlEndsTheStatement() {
    assertThatThrownBy(() -> pools("6999ms"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.database.silence must exceed payments.database.timeout by 2 s.")
        .hasNoCause();
    assertThatCode(() -> pools("7s")).doesNotThrowAnyException();
  }

  @Test
  void aConstantIsStoredInLowerCaseAndNullAsNull() {
    LowerCaseConverter<Weather> converter = new LowerCaseConverter<>(Weather.class) {};

    assertThat(converter.convertToDatabaseColumn(Weather.SUNNY_DAY)).isEqualTo("sunny_day");
    assertThat(converter.convertToEntityAttribute("sunny_day")).isEqualTo(Weather.SUNNY_DAY);
    assertThat(converter.convertToDatabaseColumn(null)).isNull();
    assertThat(converter.convertToEntityAttribute(null)).isNull();
  }

  private static ConnectionPools pools(String silence) {
    return new ConnectionPools(
        Defaults.with(
            DatabaseConfig.class,
            Map.of("payments.database.timeout", "5s", "payments.database.silence", silence)));
  }
}
