package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

  @TempDir Path parent;

  @Test
  void createsADirectoryForItsOwnerOnly() throws IOException {
    try (DataDirectory directory = DataDirectory.open(parent.resolve("a/b"))) {
      assertThat(directory.path()).isEqualTo(parent.toRealPath().resolve("a/b"));
      assertThat(permissions(directory.path())).isEqualTo("rwx------");
    }
  }

  @Test
  void keepsThePermissionsOfAnExistingDirectory() throws IOException {
    // Given
    Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));

    // When
    DataDirectory.open(parent).close();

    // Then
    assertThat(permissions(parent)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void refusesToBeOpenedTwice() {
    try (DataDirectory directory = DataDirectory.open(parent)) {
      assertThatThrownBy(() -> DataDirectory.open(parent))
          .isInstanceOf(LaunchException.class)
          .hasMessageContaining(directory.path().toString())
          .hasMessageContaining("process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void opensAgainOnceClosed() {
    DataDirectory.open(parent).close();

    try (DataDirectory again = DataDirectory.open(parent)) {
      assertThat(again.has("lock")).isTrue();
    }
  }

  @Test
  void refusesAFile() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertThatThrownBy(() -> DataDirectory.open(file))
        .isInstanceOf(LaunchException.class)
        .hasMessage("The data directory %s cannot be used: it is not a directory.", file);
  }

  @Test
  void keepsTheFirstContentOfAFile() throws IOException {
    try (DataDirectory directory = DataDirectory.open(parent)) {
      assertThat(directory.read("key", () -> "one\n")).isEqualTo("one");
      assertThat(directory.read("key", () -> "two\n")).isEqualTo("one");
      assertThat(permissions(directory.entry("key"))).isEqualTo("rw-------");
    }
  }

  @Test
  void replacesAFileAndLeavesNoDraft() throws IOException {
    try (DataDirectory directory = DataDirectory.open(parent)) {
      // When
      directory.write("key", "one");
      directory.write("key", "two");

      // Then
      assertThat(directory.entry("key")).hasContent("two");
      try (Stream<Path> entries = Files.list(parent)) {
        assertThat(entries.map(Path::getFileName).map(Path::toString))
            .containsExactlyInAnyOrder("key", "lock");
      }
    }
  }

  @Test
  void deletesTheDraftsOfAProcessThatWasKilled() throws IOException {
    // Given
    Files.createFile(parent.resolve("key123.draft"));

    // When
    DataDirectory.open(parent).close();

    // Then
    assertThat(parent.resolve("key123.draft")).doesNotExist();
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
