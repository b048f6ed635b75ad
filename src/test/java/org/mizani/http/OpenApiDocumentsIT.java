package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.GivenDatabase;
import org.mizani.support.NeedsJvm;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/**
 * The service serves its OpenAPI document as text, and loads no classes of the document's model.
 */
@NeedsJvm
class OpenApiDocumentsIT {

  private static final String MODEL = "io.smallrye.openapi.internal.models";

  @TempDir Path directory;

  @Test
  void servesTheDocumentWithoutItsModelClasses() throws Exception {
    Path loaded = directory.resolve("loaded");
    try (GivenDatabase database = GivenDatabase.create();
        ServiceProcess pod =
            ServiceProcess.in(directory)
                .database(database)
                .secrets(TestSecrets.write(directory))
                .environment("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + loaded)
                .start()
                .awaitReady()) {
      assertThat(pod.uri("/q/openapi").toURL().openStream().readAllBytes()).isNotEmpty();

      assertThat(Files.readString(loaded)).contains("org.mizani.http.").doesNotContain(MODEL);
    }
  }
}
