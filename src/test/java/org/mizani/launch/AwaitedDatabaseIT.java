package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.RefusingPort;
import org.mizani.support.ServiceProcess;
import org.mizani.support.SilentLink;
import org.mizani.support.TestPostgres;
import org.mizani.support.TestSecrets;

/** Database that does not answer when the service starts. */
class AwaitedDatabaseIT {

  private static final String WAITS = "The database does not answer yet (";

  @TempDir Path directory;

  @Test
  void aStartWaitsForItsDatabaseAndTellsSoOnce() throws Exception {
    try (RefusingPort none = new RefusingPort();
        SilentLink link = SilentLink.to(none.number());
        GivenDatabase database = GivenDatabase.create();
        ServiceProcess service = service(database.urlAt(link.port())).start()) {
      Eventually.holds(() -> assertThat(service.output()).contains(WAITS));

      // When
      link.leadTo(TestPostgres.sharedPort());

      // Then
      service.awaitReady();
      assertThat(service.output()).containsOnlyOnce(WAITS).doesNotContain("\tat ");
    }
  }

  /** The wait is longer than the test's patience. */
  @Test
  void aStartThatWaitsEndsWhenItIsToldTo() throws Exception {
    try (RefusingPort none = new RefusingPort();
        ServiceProcess service =
            service("postgresql://localhost:" + none.number() + "/none")
                .environment("PAYMENTS_DATABASE_START_WAIT", "1h")
                .start()) {
      Eventually.holds(() -> assertThat(service.output()).contains(WAITS));

      // When
      service.terminate();

      // Then
      assertThat(service.isAlive()).isFalse();
      assertThat(service.errors()).doesNotContain("has not answered within");
    }
  }

  @Test
  void aStartWithoutADatabaseEndsWithOneSentence() throws Exception {
    try (RefusingPort none = new RefusingPort();
        ServiceProcess service =
            service("postgresql://localhost:" + none.number() + "/none")
                .environment("PAYMENTS_DATABASE_START_WAIT", "1s")
                .start()) {

      // Then
      assertThat(service.awaitExit()).as(service.log()).isEqualTo(1);
      assertThat(service.errors())
          .matches(
              "The database has not answered within 1 s \\(.*\\): set DB_URL to one that does\\.\n");
      assertThat(service.output()).doesNotContain("\tat ");
    }
  }

  private ServiceProcess.Setup service(String url) {
    return ServiceProcess.in(directory)
        .environment("DB_URL", url)
        .environment("DB_USERNAME", "postgres")
        .environment("DB_PASSWORD", "postgres")
        .secrets(TestSecrets.write(directory));
  }
}
