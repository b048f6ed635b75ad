package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;

/** A shell under the name of the server stands in for it: what counts is its command line. */
class LeftoverServerTest {

  // Both wait for a line that never comes.
  private static final String OBEDIENT = "read line";
  private static final String DEAF = "trap '' INT QUIT; echo deaf; read line";

  @TempDir Path directory;
  private Path cluster;
  private Process process;

  @BeforeEach
  void makeCluster() throws IOException {
    cluster = Files.createDirectory(directory.resolve("postgres"));
  }

  @AfterEach
  void endProcess() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void stopsTheServerOfTheseFiles() throws Exception {
    // Given
    run("postgres", OBEDIENT, cluster);

    // When
    LeftoverServer.stop(cluster, PATIENCE);

    // Then
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(cluster.resolve("postmaster.pid")).doesNotExist();
  }

  @Test
  void namesAServerThatDoesNotStop() throws Exception {
    // Given
    run("postgres", DEAF, cluster);
    process.inputReader().readLine();

    // Then
    assertThatThrownBy(() -> LeftoverServer.stop(cluster, Duration.ofMillis(300)))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("process " + process.pid() + ",");
    assertThat(cluster.resolve("postmaster.pid")).exists();
  }

  @Test
  void sparesTheServerOfOtherFiles() throws Exception {
    // Given
    run("postgres", OBEDIENT, directory.resolve("postgres2"));

    // When
    LeftoverServer.stop(cluster, PATIENCE);

    // Then
    assertThat(process.isAlive()).isTrue();
  }

  @Test
  void sparesAStrangerThatGotTheProcessId() throws Exception {
    // Given
    run("reader", OBEDIENT, cluster);

    // When
    LeftoverServer.stop(cluster, PATIENCE);

    // Then
    assertThat(process.isAlive()).isTrue();
    assertThat(cluster.resolve("postmaster.pid")).doesNotExist();
  }

  @Test
  void forgetsTheProcessIdOfAServerThatIsGone() throws Exception {
    // Given
    run("postgres", OBEDIENT, cluster);
    process.destroyForcibly().waitFor();

    // When
    LeftoverServer.stop(cluster, PATIENCE);

    // Then
    assertThat(cluster.resolve("postmaster.pid")).doesNotExist();
  }

  private void run(String name, String script, Path files) throws IOException {
    Path program = directory.resolve("bin").resolve(name);
    Files.createDirectories(program.getParent());
    Files.copy(Path.of("/bin/sh").toRealPath(), program, StandardCopyOption.COPY_ATTRIBUTES);
    List<String> command = new ArrayList<>(heedingSignals());
    command.addAll(List.of(program.toString(), "-c", script, "-D", files.toString()));
    process = new ProcessBuilder(command).start();
    awaitProgram(program);
    Files.writeString(cluster.resolve("postmaster.pid"), process.pid() + "\n");
  }

  /**
   * What a background job of a script starts ignores INT and QUIT, and a shell cannot change that.
   * The real server can, and GNU's env where it is there.
   */
  private static List<String> heedingSignals() throws IOException {
    List<String> prefix = List.of("env", "--default-signal=INT,QUIT");
    List<String> probe = new ArrayList<>(prefix);
    probe.add("true");
    try {
      return new ProcessBuilder(probe).start().waitFor() == 0 ? prefix : List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Until env has become the program that it starts. */
  private void awaitProgram(Path program) {
    Eventually.eventually(
        () -> process.info().command().orElse(""), command -> command.equals(program.toString()));
  }
}
