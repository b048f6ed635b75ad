package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.NeedsJvm;
import org.mizani.support.ServiceProcess;

/** The start by which the build of an image records the classes that a start loads. */
@NeedsJvm
class RecordedStartIT {

  @TempDir Path directory;

  @Test
  void needsNoDatabaseOrKeysAndMakesNone() {
    try (ServiceProcess start =
        ServiceProcess.in(directory).property("quarkus.appcds.generate", "true").start()) {
      assertThat(start.awaitExit()).isZero();
      assertThat(start.log()).isEmpty();
    }
    assertThat(directory.resolve("data")).doesNotExist();
  }
}
