package org.mizani.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.database.SameEventLoop;
import org.mizani.support.Defaults;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DatabaseEnvironmentApiTest {

  private static final StartupEvent START = new StartupEvent();

  private final Rows rows = Rows.here();

  @Inject Database database;
  @Inject SameEventLoop sameLoop;

  @AfterEach
  void ofTheTestEnvironmentAgain() {
    rows.execute("DELETE FROM database_environment");
    service("test", true).require(START);
  }

  @Test
  void theFirstStartWritesItsEnvironment() {
    assertThat(environment()).isEqualTo("test");

    service("test", false).require(START);
  }

  @Test
  void aServiceOfAnotherEnvironmentDoesNotStart() {
    assertThatThrownBy(() -> service("production", true).require(START))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "The database is of the environment test, and PAYMENTS_ENVIRONMENT is production:"
                + " set DB_URL to one of production.");
    assertThat(environment()).isEqualTo("test");
  }

  @Test
  void aPodThatLeavesMigrationsToTheCommandWritesNothing() {
    rows.execute("DELETE FROM database_environment");

    assertThatThrownBy(() -> service("test", false).require(START))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("The database does not say of which environment it is:");
    assertThat(rows.count("SELECT count(*) FROM database_environment")).isZero();
  }

  @Test
  void aDatabaseIsOfOneEnvironment() {
    rows.execute(DatabaseEnvironment.write(ServiceEnvironment.PRODUCTION));

    assertThat(environment()).isEqualTo("test");
  }

  private String environment() {
    return rows.execute(DatabaseEnvironment.READ).get(0).getString(0);
  }

  private DatabaseEnvironment service(String environment, boolean migratesAtStart) {
    return new DatabaseEnvironment(
        database,
        sameLoop,
        Defaults.with(
            ServiceConfig.class,
            Map.of(
                "payments.environment",
                environment,
                "payments.migrate-at-start",
                String.valueOf(migratesAtStart))));
  }
}
