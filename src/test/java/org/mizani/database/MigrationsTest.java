package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MigrationsTest {

  @Test
  void listsExactlyTheFilesOfTheDirectory() throws IOException {
    Path directory = Path.of("src/main/resources", Migrations.DIRECTORY);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(Migrations.FILES);
    }
  }

  @Test
  void listsFilesInTheOrderOfTheirVersions() {
    assertThat(Migrations.FILES.stream().map(Migrations::version)).isSorted();
  }
}
