package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.launch.sandbox.LaunchException;
import org.mizani.launch.sandbox.LaunchSettings;

class MigrationTest {

  @ParameterizedTest
  @ValueSource(strings = {"migrat", "--migrate", "serve", "rail-check"})
  void noOtherWordIsACommand(String word) {
    assertThat(RailCheckCommand.isMeant(word)).isFalse();
    assertThatThrownBy(() -> Migration.of(LaunchSettings.ofThisProcess(), word))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "The commands are migrate, audit-check [<link>], rail-check <name> and"
                + " rail-statement <name> <file>;"
                + " without one the service starts.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"payments; DROP TABLE payout", "Payments", "1st", "\"payments\""})
  void noOtherWordsAreARole(String name) {
    System.setProperty("payments.database.service-role", name);
    try {
      assertThatThrownBy(ServiceRole::ofThisProcess)
          .isInstanceOf(LaunchException.class)
          .hasMessage("PAYMENTS_DATABASE_SERVICE_ROLE must be lower-case letters, digits and _.");
    } finally {
      System.clearProperty("payments.database.service-role");
    }
  }
}
