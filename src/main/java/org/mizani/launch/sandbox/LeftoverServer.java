package org.mizani.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Database server that a killed service left running. It is known by its command line, which names
 * its files. The process id in {@code postmaster.pid} alone is no proof: after a restart of the
 * machine or container it may be that of another program.
 */
final class LeftoverServer {

  private static final Set<String> PROGRAMS = Set.of("postgres", "pg_ctl", "initdb");
  private static final String PID_FILE = "postmaster.pid";
  private static final Duration POLL_EVERY = Duration.ofMillis(20);

  private LeftoverServer() {}

  /** The processes that run, start or create the database of these files. */
  static List<ProcessHandle> of(Path cluster) {
    return ProcessHandle.allProcesses().filter(process -> serves(process, cluster)).toList();
  }

  /**
   * Stops the server of these files, if one runs: first cleanly, then, beyond the limit, at once.
   * This process must hold the lock of the files.
   *
   * @throws LaunchException if it does not stop even then
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

  // Not by ProcessHandle.onExit: if this process is the first of a container, an ended server is
  // never reaped and would count as running for ever.
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

  // An ended process has no command line any more.
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().arguments().isPresent();
  }

  private static boolean paused() {
    try {
      Thread.sleep(POLL_EVERY.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  // Java can send TERM and KILL only: TERM waits for clients to leave, KILL leaks shared memory.
  // The
  // shell has a kill of its own where no kill program is installed.
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

  // PostgreSQL refuses to start while any process, even a foreign one, has the id in this file.
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
