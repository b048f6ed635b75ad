package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;
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

/**
 * The stop of a server that an earlier start left behind. A shell under the server's name stands in
 * for it, because {@code LeftoverServer} recognises a server by its command line.
 */
class LeftoverServerTest {

  // Both wait for a line that never comes.
  private static final String HEEDS_SIGNALS = "read line";
  private static final String IGNORES_SIGNALS = "trap '' INT QUIT; echo deaf; read line";

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
    run("postgres", HEEDS_SIGNALS, cluster);

    // When
    LeftoverServer.stop(cluster, PATIENCE);

    // Then
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(cluster.resolve("postmaster.pid")).doesNotExist();
  }

  @Test
  void namesAServerThatDoesNotStop() throws Exception {
    // Given
    run("postgres", IGNORES_SIGNALS, cluster);
    process.inputReader().readLine();

    // Then
    assertThatThrownBy(() -> LeftoverServer.stop(cluster, Duration.ofMillis(300)))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("process " + process.pid() + ",");
    assertThat(cluster.resolve("postmaster.pid")).exists();
  }

  @Test
  void givesUpWhenInterrupted() throws Exception {
    // Given
    run("postgres", IGNORES_SIGNALS, cluster);
    process.inputReader().readLine();

    // When
    Thread.currentThread().interrupt();
    Throwable failure = catchThrowable(() -> LeftoverServer.stop(cluster, PATIENCE));
    boolean interrupted = Thread.interrupted();

    // Then
    assertThat(failure).isInstanceOf(LaunchException.class);
    assertThat(interrupted).as("its caller learns of it").isTrue();
    assertThat(cluster.resolve("postmaster.pid")).exists();
  }

  /** As in a container whose first process does not reap the others. */
  @Test
  void countsAnEndedServerThatIsNotReapedAsStopped() throws Exception {
    // Given
    List<String> prefix = heedingSignals();
    assumeThat(prefix).as("a job in the background heeds signals by it").isNotEmpty();
    Path program = program("postgres");
    // The shell starts the server, and becomes a program that waits for no child.
    String parent = "exec 3<&0; \"$@\" <&3 & echo $!; exec cat";
    List<String> command = new ArrayList<>(List.of("sh", "-c", parent, "sh"));
    command.addAll(prefix);
    command.addAll(List.of(program.toString(), "-c", HEEDS_SIGNALS, "-D", cluster.toString()));
    process = new ProcessBuilder(command).start();
    long pid = Long.parseLong(process.inputReader().readLine());
    ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
    awaitProgram(server, program);

    // When
    LeftoverServer.stop(cluster, PATIENCE);

    // Then
    assertThat(server.info().arguments()).as("it has ended").isEmpty();
  }

  @Test
  void sparesTheServerOfOtherFiles() throws Exception {
    // Given
    run("postgres", HEEDS_SIGNALS, directory.resolve("postgres2"));

    // When
    LeftoverServer.stop(cluster, PATIENCE);

    // Then
    assertThat(process.isAlive()).isTrue();
  }

  @Test
  void sparesAnotherProgramWithTheSameProcessId() throws Exception {
    // Given
    run("reader", HEEDS_SIGNALS, cluster);

    // When
    LeftoverServer.stop(cluster, PATIENCE);

    // Then
    assertThat(process.isAlive()).isTrue();
    assertThat(cluster.resolve("postmaster.pid")).doesNotExist();
  }

  @Test
  void forgetsTheProcessIdOfAnEndedServer() throws Exception {
    // Given
    run("postgres", HEEDS_SIGNALS, cluster);
    process.destroyForcibly().waitFor();

    // When
    LeftoverServer.stop(cluster, PATIENCE);

    // Then
    assertThat(cluster.resolve("postmaster.pid")).doesNotExist();
  }

  private void run(String name, String script, Path files) throws IOException {
    Path program = program(name);
    List<String> command = new ArrayList<>(heedingSignals());
    command.addAll(List.of(program.toString(), "-c", script, "-D", files.toString()));
    process = new ProcessBuilder(command).start();
    awaitProgram(process.toHandle(), program);
    Files.writeString(cluster.resolve("postmaster.pid"), process.pid() + "\n");
  }

  private Path program(String name) throws IOException {
    Path program = directory.resolve("bin").resolve(name);
    Files.createDirectories(program.getParent());
    return Files.copy(Path.of("/bin/sh").toRealPath(), program, StandardCopyOption.COPY_ATTRIBUTES);
  }

  /**
   * The command before the program, so that it heeds INT and QUIT: a background job of a script
   * ignores both, and a shell cannot change that. The real server can, and so can GNU's {@code
   * env}, if it is installed.
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

  /** Waits until {@code env} has become the program that it starts. */
  private static void awaitProgram(ProcessHandle started, Path program) {
    Eventually.eventually(
        () -> started.info().command().orElse(""), command -> command.equals(program.toString()));
  }
}
