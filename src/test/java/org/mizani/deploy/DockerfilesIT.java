package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The build makes the files that the images copy: the native executable, or the JVM's files. */
@Tag("brief")
class DockerfilesIT {

  private static final boolean NATIVE = System.getProperty("native.image.path") != null;

  @Test
  void imagesCopyFilesOfTheBuild() throws IOException {
    List<Dockerfile> files =
        Dockerfile.all().stream().filter(file -> file.name().contains("native") == NATIVE).toList();

    assertThat(files).isNotEmpty();
    for (Dockerfile file : files) {
      for (String source : file.sources()) {
        assertThat(Dockerfile.found(source)).as(file + ": " + source).isNotEmpty();
      }
    }
  }

  @Test
  void theBuildMakesOneExecutableOnly() throws IOException {
    if (NATIVE) {
      List<Path> executables = Dockerfile.found("target/*-runner");
      assertThat(executables).hasSize(1).allMatch(Files::isExecutable);
    } else {
      assertThat(Dockerfile.found("target/quarkus-app/*.jar"))
          .containsExactly(Path.of("target/quarkus-app/quarkus-run.jar"));
    }
  }
}
