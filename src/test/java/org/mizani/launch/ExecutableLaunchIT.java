package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.ServiceProcess;

/**
 * Start of the native executable without a database: it has no embedded one, unlike the JVM build.
 */
@EnabledIfSystemProperty(
    named = "native.image.path",
    matches = ".+",
    disabledReason = "the JVM build has an embedded database")
class ExecutableLaunchIT {

  @TempDir Path directory;

  @Test
  void refusesToStartWithoutADatabase() {
    // When
    try (ServiceProcess refused = ServiceProcess.in(directory).start()) {

      // Then
      assertThat(refused.awaitExit()).isEqualTo(1);
      assertThat(refused.log()).isEqualTo("This build has no embedded database: set DB_URL.\n");
      assertThat(directory.resolve("data")).doesNotExist();
    }
  }
}
