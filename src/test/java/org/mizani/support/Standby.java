package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A standby of a test's PostgreSQL, which follows it by streaming replication. */
public final class Standby implements AutoCloseable {

  /** Directories that a base backup leaves empty. */
  private static final Set<String> LEFT_OUT = Set.of("pg_wal", "pg_replslot", "pg_notify");

  private static final Set<String> OF_THE_PROCESS = Set.of("postmaster.pid", "postmaster.opts");

  private final Path cluster;
  private EmbeddedPostgres server;

  private Standby(Path cluster) {
    this.cluster = cluster;
  }

  /** A new standby of the server at this port of this machine, in a directory of its own. */
  public static Standby of(int primaryPort) throws IOException {
    Path cluster = Files.createTempDirectory("standby");
    Files.setPosixFilePermissions(cluster, PosixFilePermissions.fromString("rwx------"));
    copy(primaryPort, cluster);
    Files.createFile(cluster.resolve("standby.signal"));
    Files.writeString(
        cluster.resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=localhost port=" + primaryPort + " user=postgres'\n",
        StandardOpenOption.APPEND);
    Standby standby = new Standby(cluster);
    standby.start(0);
    return standby;
  }

  /** The port at which it listens. */
  public int port() {
    return server.getPort();
  }

  /** Pauses the replay of the primary's changes, and waits until it is paused. */
  public void pause() throws SQLException {
    execute("SELECT pg_wal_replay_pause()");
    Eventually.within(
        PATIENCE, () -> read("SELECT pg_get_wal_replay_pause_state()"), "paused"::equals);
  }

  /** Resumes the replay. */
  public void resume() throws SQLException {
    execute("SELECT pg_wal_replay_resume()");
  }

  /** Freezes all of its processes: connections stay open, and no query is answered. */
  public void freeze() throws IOException, InterruptedException {
    signal("-STOP");
  }

  /** Lets its frozen processes run again. */
  public void thaw() throws IOException, InterruptedException {
    signal("-CONT");
  }

  /** Kills all of its processes. */
  public void kill() throws IOException, InterruptedException {
    List<ProcessHandle> processes = processes();
    signal("-KILL");
    Eventually.within(
        PATIENCE, () -> processes.stream().noneMatch(ProcessHandle::isAlive), gone -> gone);
  }

  /** Starts it again after {@link #kill}, at the same port. */
  public void restart() throws IOException {
    server.close(); // gives up the lock on its directory
    start(port());
  }

  @Override
  public void close() throws IOException {
    server.close();
    delete(cluster);
  }

  private void start(int port) throws IOException {
    EmbeddedPostgres.Builder builder =
        TestPostgres.builder()
            .setDataDirectory(cluster)
            .setCleanDataDirectory(false)
            .setPGStartupWait(PATIENCE)
            .setServerConfig("max_connections", TestPostgres.CONNECTIONS);
    server = TestPostgres.start(port == 0 ? builder : builder.setPort(port));
  }

  /** Sends a signal to each process; one of an ended connection may be gone by then. */
  private void signal(String signal) throws IOException, InterruptedException {
    for (ProcessHandle process : processes()) {
      int code = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
      assertThat(code == 0 || !process.isAlive()).as("%s %s", signal, process.pid()).isTrue();
    }
  }

  /** Its processes: first the server, which has started the others. */
  private List<ProcessHandle> processes() throws IOException {
    try (Stream<String> lines = Files.lines(cluster.resolve("postmaster.pid"))) {
      ProcessHandle server =
          ProcessHandle.of(Long.parseLong(lines.findFirst().orElseThrow())).orElseThrow();
      return Stream.concat(Stream.of(server), server.descendants()).toList();
    }
  }

  private void execute(String statement) throws SQLException {
    try (Connection connection = connect(port());
        Statement execution = connection.createStatement()) {
      execution.execute(statement);
    }
  }

  private String read(String query) {
    try (Connection connection = connect(port());
        Statement execution = connection.createStatement()) {
      return first(execution, query);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String first(Statement execution, String query) throws SQLException {
    try (ResultSet rows = execution.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static Connection connect(int port) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://localhost:" + port + "/postgres", "postgres", "postgres");
  }

  /** A base backup, as {@code pg_basebackup} makes it, which the test's server does not have. */
  private static void copy(int primaryPort, Path cluster) throws IOException {
    try (Connection primary = connect(primaryPort);
        Statement execution = primary.createStatement()) {
      first(execution, "SELECT pg_backup_start('standby', true)");
      copy(Path.of(first(execution, "SHOW data_directory")), cluster);
      Files.writeString(
          cluster.resolve("backup_label"),
          first(execution, "SELECT labelfile FROM pg_backup_stop(false)"));
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            if (!directory.equals(from)) {
              Files.createDirectory(to.resolve(from.relativize(directory)));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path name = from.relativize(file);
            if (!LEFT_OUT.contains(name.getName(0).toString())
                && !OF_THE_PROCESS.contains(name.toString())) {
              copyIfThere(file, to.resolve(name));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
  }

  /** The server that runs may have removed it since. */
  private static void copyIfThere(Path file, Path copy) throws IOException {
    try {
      Files.copy(file, copy);
    } catch (NoSuchFileException e) {
      assertThat(file).doesNotExist();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> entries = Files.walk(directory)) {
      for (Path entry : entries.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(entry);
      }
    }
  }
}
