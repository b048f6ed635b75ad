package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceProcess;

/** The command that checks the chain of the audit log, without the service and its keys. */
class AuditCheckIT {

  private static final String WRITE =
      "INSERT INTO audit_entry (operator, action, subject, request_id)"
          + " VALUES ('op_a', 'thing.make', 'thing/1', 'request')";

  private static GivenDatabase database;

  @TempDir static Path directory;

  @BeforeAll
  static void migrate() {
    database = GivenDatabase.create();
    try (ServiceProcess migration =
        ServiceProcess.in(directory).database(database).argument("migrate").start()) {
      assertThat(migration.awaitExit()).as(migration.log()).isZero();
    }
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @Test
  void anEntryThatIsChangedBySqlIsFound() {
    // Given: a chain that is whole
    database.execute(WRITE);
    database.execute(WRITE);
    String whole;
    try (ServiceProcess check = check()) {
      assertThat(check.awaitExit()).as(check.log()).isZero();
      assertThat(check.output())
          .matches("The audit log is as it was written\\. Its last link is 2:[0-9a-f]{64}\n");
      whole = check.output().strip();
    }
    String last = whole.substring(whole.lastIndexOf(' ') + 1);

    // When
    database.execute(
        "SET session_replication_role = replica;"
            + " UPDATE audit_entry SET operator = 'op_b' WHERE id = 1");

    // Then
    try (ServiceProcess check = check(last)) {
      assertThat(check.awaitExit()).as(check.log()).isEqualTo(1);
      assertThat(check.output()).isEmpty();
      assertThat(check.errors()).isEqualTo("Link 1: entry 1 is not as it was written.\n");
    }
  }

  @Test
  void refusesALinkThatIsNone() {
    try (ServiceProcess check = check("17")) {
      assertThat(check.awaitExit()).isEqualTo(1);
      assertThat(check.errors()).isEqualTo("The link must be like 17:<64 hexadecimal digits>.\n");
    }
  }

  private static ServiceProcess check(String... link) {
    ServiceProcess.Setup check =
        ServiceProcess.in(directory)
            .database(database)
            .environment("PAYMENTS_ENVIRONMENT", "") // it needs none
            .argument("audit-check");
    for (String kept : link) {
      check = check.argument(kept);
    }
    return check.start();
  }
}
