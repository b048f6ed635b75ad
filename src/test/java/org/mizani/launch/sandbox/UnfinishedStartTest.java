package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnfinishedStartTest {

  @TempDir Path path;
  private DataDirectory directory;

  @BeforeEach
  void open() throws IOException {
    directory = DataDirectory.open(path);
    Files.createDirectories(path.resolve("postgres/base"));
    Files.createFile(path.resolve("postgres/base/1"));
  }

  @AfterEach
  void close() {
    directory.close();
  }

  @Test
  void clearsTheFilesOfAnUnfinishedStart() {
    UnfinishedStart.begin(directory);

    UnfinishedStart.clear(directory);

    assertThat(path.resolve("postgres")).doesNotExist();
  }

  @Test
  void keepsTheFilesOfAFinishedStart() {
    // Given
    UnfinishedStart.begin(directory);
    UnfinishedStart.finish(directory);

    // When
    UnfinishedStart.clear(directory);

    // Then
    assertThat(path.resolve("postgres/base/1")).exists();
  }

  @Test
  void countsAsNoDatabaseUntilItIsFinished() {
    UnfinishedStart.begin(directory);
    assertThat(EmbeddedDatabase.existsIn(directory)).isFalse();

    UnfinishedStart.finish(directory);
    assertThat(EmbeddedDatabase.existsIn(directory)).isTrue();
  }
}
