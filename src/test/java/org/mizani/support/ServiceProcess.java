package org.mizani.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.mizani.support.Eventually.PATIENCE;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * The packaged service as a process of its own, to be started, killed and started again. It sees
 * none of the settings that the tests' own environment may have, and listens on a free port. It is
 * the native executable if the build has made one, or else the jar on the JDK that runs the tests.
 *
 * <pre>{@code
 * try (ServiceProcess service = ServiceProcess.in(directory).sandbox().start().awaitReady()) {
 *   get(service.uri("/business/balance"));
 *   service.kill();
 * }
 * }</pre>
 */
public final class ServiceProcess implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofMinutes(10);
  private static final Duration CHECK_EVERY = Duration.ofMillis(100);
  private static final Pattern LISTENING =
      Pattern.compile("Listening on: (https?://127.0.0.1):(\\d+)");
  private static final Pattern SETTING =
      Pattern.compile("(DB|JWT|PAYMENTS|QUARKUS)_.*|_?(JAVA|JDK_JAVA|JAVA_TOOL)_OPTIONS");
  private final Process process;
  private final Path dataDirectory;
  private final Path output;
  private final Path errors;
  private final HttpClient http;
  private boolean killed;

  private ServiceProcess(
      Process process, HttpClient http, Path dataDirectory, Path output, Path errors) {
    this.process = process;
    this.http = http;
    this.dataDirectory = dataDirectory;
    this.output = output;
    this.errors = errors;
  }

  /**
   * Describes a service with this working directory, which is where its data goes, and its logs:
   * {@code service-<n>.out} and {@code .err}.
   */
  public static Setup in(Path directory) {
    return new Setup(directory);
  }

  /**
   * Waits until {@code /q/health/ready} answers 200.
   *
   * @throws AssertionError with the log, if that takes more than ten minutes or the process ends
   */
  public ServiceProcess awaitReady() {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!isReady()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        throw new AssertionError("The service does not get ready:\n" + log());
      }
      LockSupport.parkNanos(CHECK_EVERY.toNanos());
    }
    return this;
  }

  /** Whether it listens and {@code /q/health/ready} answers 200. */
  public boolean isReady() {
    return listeningPort().find() && status(uri("/q/health/ready")) == 200;
  }

  /** Its address with this path, once it listens. */
  public URI uri(String path) {
    Matcher port = listeningPort();
    if (!port.find()) {
      throw new IllegalStateException("The service does not listen yet:\n" + log());
    }
    // A certificate is made for the name.
    String origin = port.group(1).replace("https://127.0.0.1", "https://localhost");
    return URI.create(origin + ":" + port.group(2) + path);
  }

  /** Its output so far: standard output, followed by standard error. */
  public String log() {
    return output() + errors();
  }

  /** Its standard output so far. */
  public String output() {
    return read(output);
  }

  /** Its standard error so far. */
  public String errors() {
    return read(errors);
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** The servers that run on its embedded database's files, even after it is gone. */
  public List<ProcessHandle> databaseServers() {
    String cluster = dataDirectory.resolve("postgres").toString();
    List<ProcessHandle> all =
        ProcessHandle.allProcesses()
            .filter(
                candidate ->
                    Arrays.asList(candidate.info().arguments().orElse(new String[0]))
                        .contains(cluster))
            .toList();
    // A connection's process looks like its server until it has named itself.
    return all.stream().filter(server -> server.parent().filter(all::contains).isEmpty()).toList();
  }

  /** A connection to the database of a sandbox; the caller closes it. */
  public Connection connectToDatabase() {
    try {
      if (PackagedService.isExecutable()) {
        return GivenDatabase.of(dataDirectory).connect();
      }
      // The fourth line of the file is the port.
      String port = Files.readAllLines(dataDirectory.resolve("postgres/postmaster.pid")).get(3);
      String password = Files.readString(dataDirectory.resolve("database-password")).strip();
      String url = "jdbc:postgresql://127.0.0.1:" + port + "/payments";
      return DriverManager.getConnection(url, "payments", password);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A single number of the database of a sandbox. */
  public long number(String query) {
    try (Connection connection = connectToDatabase();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends it as a crash does (KILL), without time to clean up. Its database server stays. */
  public ServiceProcess kill() {
    killed = true;
    process.destroyForcibly();
    awaitExit();
    return this;
  }

  /** Ends it as an operator does (TERM), and waits until it is gone. */
  public ServiceProcess terminate() {
    process.destroy();
    awaitExit();
    return this;
  }

  /**
   * Waits until it is gone.
   *
   * @return its exit code
   * @throws AssertionError with the log, if that takes more than {@link Eventually#PATIENCE}
   */
  public int awaitExit() {
    try {
      if (process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new AssertionError("The service does not end:\n" + log());
  }

  /** Ends it if it still runs, and the database server that it left behind if it was killed. */
  @Override
  public void close() {
    try {
      terminate();
    } catch (AssertionError e) {
      kill();
      throw e;
    } finally {
      // Only then: otherwise the server may be that of another service on the same directory.
      if (killed) {
        databaseServers().forEach(ProcessHandle::destroyForcibly);
      }
    }
  }

  private Matcher listeningPort() {
    return LISTENING.matcher(output());
  }

  private int status(URI uri) {
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /** The last character may be half written, which is no reason to fail. */
  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Settings, options and arguments of a service to be started. */
  public static final class Setup {

    private final Path directory;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<String> options = new ArrayList<>(List.of("-Xmx512m"));
    private final List<String> arguments = new ArrayList<>();
    private final HttpClient.Builder http = HttpClient.newBuilder().connectTimeout(PATIENCE);

    private Setup(Path directory) {
      this.directory = directory;
      properties.put("quarkus.http.port", "0");
      properties.put("quarkus.http.host", "127.0.0.1");
      // The logs are examined for warnings, and a busy machine holds all threads up for a while.
      properties.put("quarkus.vertx.max-event-loop-execute-time", "10m");
      // A start beside busy neighbours is not to end because of one slow statement.
      properties.put("payments.database.timeout", "20s");
    }

    public Setup environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    public Setup property(String name, String value) {
      properties.put(name, value);
      return this;
    }

    /** Further words of the command line, after all options. */
    public Setup argument(String argument) {
      arguments.add(argument);
      return this;
    }

    /**
     * As the sandbox that starts with no configuration. An executable has no embedded database: it
     * is given one, which is there again for the next service of this directory, the keys, and the
     * credential of the sandbox's operators.
     */
    public Setup sandbox() {
      if (PackagedService.isExecutable()) {
        database(GivenDatabase.of(dataDirectory()))
            .secrets(TestSecrets.write(directory))
            .property("org.mizani.sandbox", "true")
            .property("payments.operator.key", "op_test_demo")
            .property("payments.operator.secret", "os_test_demo");
      }
      return this;
    }

    /** On this database instead of one of its own. */
    public Setup database(GivenDatabase database) {
      return environment("DB_URL", database.url())
          .environment("DB_USERNAME", GivenDatabase.OWNER)
          .environment("DB_PASSWORD", GivenDatabase.OWNER);
    }

    /** On the only database of this server instead of one of its own. */
    public Setup database(EmbeddedPostgres database) {
      return environment("DB_URL", "postgresql://localhost:" + database.getPort() + "/postgres")
          .environment("DB_USERNAME", "postgres")
          .environment("DB_PASSWORD", "postgres");
    }

    /** With the keys that a deployment is given ({@link TestSecrets}). */
    public Setup secrets(Map<String, String> secrets) {
      properties.putAll(secrets);
      return this;
    }

    /** With the operator of the tests. */
    public Setup operator() {
      return environment("PAYMENTS_OPERATOR_KEY", TestOperator.KEY)
          .environment("PAYMENTS_OPERATOR_SECRET", TestOperator.SECRET);
    }

    /** Patient with a machine that stalls: it is not taken for a database that is away. */
    public Setup unhurried() {
      return property("quarkus.vertx.max-event-loop-execute-time", "60s")
          .property("payments.database.start-timeout", "PT5M")
          .property("payments.database.timeout", "60s")
          .property("payments.bulk.schedule.lease", "5m")
          .property("payments.database.silence", "120s")
          .property("payments.http.arrival-timeout", "120s")
          .property("payments.payout.creation.max-wait", "60s")
          .property("payments.payout.settlement.apply.max-wait", "60s")
          .property("payments.collection.creation.max-wait", "60s")
          .property("payments.collection.settlement.apply.max-wait", "60s")
          .property("payments.rail-callback.store.max-wait", "60s");
    }

    /** Payments are final as soon as they are asked for: the simulated network answers at once. */
    public Setup paidAtOnce() {
      return property("payments.rail.simulator.answers-after", "100ms");
    }

    /** An option that both a JVM and an executable take, such as {@code -Xmx96m}. */
    public Setup option(String option) {
      options.add(option);
      return this;
    }

    /** Its readiness is asked for by TLS, with the certificates that this trusts. */
    public Setup trusting(SSLContext context) {
      http.sslContext(context);
      return this;
    }

    /** Starts it and returns at once. */
    public ServiceProcess start() {
      try {
        Path root = directory.toRealPath();
        Path output = Files.createTempFile(root, "service-", ".out");
        Path errors = Files.createTempFile(root, "service-", ".err");
        ProcessBuilder builder = new ProcessBuilder(command()).directory(root.toFile());
        builder.environment().keySet().removeIf(name -> SETTING.matcher(name).matches());
        builder.environment().putAll(environment);
        builder.redirectOutput(output.toFile()).redirectError(errors.toFile());
        Process process = builder.start();
        Survivors.end(process);
        return new ServiceProcess(process, http.build(), dataDirectory(), output, errors);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private Path dataDirectory() {
      try {
        return directory
            .toRealPath()
            .resolve(environment.getOrDefault("PAYMENTS_DATA_DIR", "data"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private List<String> command() {
      if (environment.containsKey("DB_URL")) {
        // Only its test sends it requests: no ingress has to notice that it stops.
        properties.putIfAbsent("quarkus.shutdown.delay", "0s");
        environment.putIfAbsent("PAYMENTS_ENVIRONMENT", "test");
      }
      if ("production".equals(environment.get("PAYMENTS_ENVIRONMENT"))) {
        environment.putIfAbsent("PAYMENTS_OPERATOR_PORT", "0");
        environment.putIfAbsent("PAYMENTS_MANAGEMENT_PORT", "0");
      }
      return PackagedService.command(options, properties, arguments);
    }
  }
}
