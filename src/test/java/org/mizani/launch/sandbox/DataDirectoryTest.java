package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
  void refusesADirectoryThatAnotherProcessHasOpen() throws Exception {
    // Given
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                placeOf(DataDirectory.class) + File.pathSeparator + placeOf(Holder.class),
                Holder.class.getName(),
                parent.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(holder.inputReader().readLine()).isEqualTo("open");

      // Then
      assertThatThrownBy(() -> DataDirectory.open(parent))
          .isInstanceOf(LaunchException.class)
          .hasMessageContaining("in use by another service, process " + holder.pid() + ":");
    } finally {
      holder.destroyForcibly();
    }
  }

  /** Process that has a directory open until its input ends. */
  static final class Holder {

    private Holder() {}

    public static void main(String[] path) throws IOException {
      DataDirectory.open(Path.of(path[0]));
      System.out.println("open");
      System.in.read();
    }
  }

  private static String placeOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
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

  @Test
  void tellsTheReasonOfTheSystem() {
    Path tooLong = parent.resolve("x".repeat(300));

    LaunchException refusal =
        catchThrowableOfType(LaunchException.class, () -> DataDirectory.open(tooLong));

    String reason = ((FileSystemException) refusal.getCause()).getReason();
    assertThat(reason).isNotBlank();
    assertThat(refusal).hasMessage("The data directory %s cannot be used: %s.", tooLong, reason);
  }

  @Test
  void namesTheEntryWhereTheSystemTellsNoReason() throws IOException {
    try (DataDirectory directory = DataDirectory.open(parent.resolve("gone"))) {
      Files.delete(directory.entry("lock"));
      Files.delete(directory.path());

      assertThatThrownBy(() -> directory.write("key", "one"))
          .isInstanceOf(LaunchException.class)
          .hasCauseInstanceOf(NoSuchFileException.class)
          .hasMessageContaining("cannot be used: " + directory.path() + File.separator + "key");
    }
  }

  /** Data may be encrypted by the key that was in it. */
  @Test
  void doesNotReplaceADamagedFile() throws IOException {
    byte[] noText = {(byte) 0xff, (byte) 0xfe};
    Files.write(parent.resolve("key"), noText);

    try (DataDirectory directory = DataDirectory.open(parent)) {
      assertThatThrownBy(() -> directory.read("key", () -> "another"))
          .isInstanceOf(LaunchException.class)
          .hasMessageStartingWith("The data directory %s cannot be used: ", directory.path());
    }
    assertThat(parent.resolve("key")).hasBinaryContent(noText);
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
