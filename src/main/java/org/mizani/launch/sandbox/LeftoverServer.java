package org.mizani.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.mizani.launch.LaunchException;

/**
 * The database server that a killed service leaves running. It is known by its command line, which
 * names the files that it serves; the process id in {@code postmaster.pid} alone proves nothing,
 * since after a restart of the machine or container it may be anybody's.
 */
final class LeftoverServer {

  private static final Set<String> PROGRAMS = Set.of("postgres", "pg_ctl", "initdb");
  private static final String PID_FILE = "postmaster.pid";
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  private LeftoverServer() {}

  /** The processes that run, start or make the database of these files. */
  static List<ProcessHandle> of(Path cluster) {
    return ProcessHandle.allProcesses().filter(process -> serves(process, cluster)).toList();
  }

  /**
   * Stops the server of these files, if one runs: first so that it closes its files properly, then,
   * beyond the limit, at once. The files must belong to this process alone.
   *
   * @throws LaunchException if it does not stop even so
   */
  static void stop(Path cluster, Duration limit) {
    List<ProcessHandle> processes = of(cluster);
    if (!stopped(processes, "INT", limit) && !stopped(processes, "QUIT", limit)) {
      throw new LaunchException(
          "The database server of an earlier start, process %d, does not stop: end it by hand."
              .formatted(processes.get(0).pid()));
    }
    forgetProcessId(cluster);
  }

  // Not by ProcessHandle.onExit: where this process is the first of a container, a server that has
  // ended is never collected and would count as running for ever.
  private static boolean stopped(List<ProcessHandle> processes, String signal, Duration limit) {
    processes.forEach(process -> signal(process, signal));
    long deadline = System.nanoTime() + limit.toNanos();
    while (processes.stream().anyMatch(LeftoverServer::runs)) {
      if (System.nanoTime() > deadline || !paused()) {
        return false;
      }
    }
    return true;
  }

  // One that has ended has no command line any more.
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().arguments().isPresent();
  }

  private static boolean paused() {
    try {
      Thread.sleep(LOOK_EVERY.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  // Java can send TERM and KILL only: the one waits for clients to leave, the other loses shared
  // memory. The shell's own kill is there where no kill program is installed.
  private static void signal(ProcessHandle process, String signal) {
    try {
      new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + process.pid())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new LaunchException("The shell that stops the database server does not start.", e);
    }
  }

  // PostgreSQL refuses to start while any process has the id in this file, be it a stranger.
  private static void forgetProcessId(Path cluster) {
    try {
      Files.deleteIfExists(cluster.resolve(PID_FILE));
    } catch (IOException e) {
      throw new LaunchException("The database's files in " + cluster + " cannot be changed.", e);
    }
  }

  private static boolean serves(ProcessHandle process, Path cluster) {
    ProcessHandle.Info info = process.info();
    boolean program =
        info.command().map(Path::of).map(Path::getFileName).map(Path::toString).stream()
            .anyMatch(PROGRAMS::contains);
    return program
        && Arrays.asList(info.arguments().orElse(new String[0])).contains(cluster.toString());
  }
}
