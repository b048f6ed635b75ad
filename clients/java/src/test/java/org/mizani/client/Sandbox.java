package org.mizani.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The packaged service as a sandbox on a free port, whose network answers at once. */
final class Sandbox implements AutoCloseable {

  private static final Path JAR = Path.of("../../target/quarkus-app/quarkus-run.jar");
  private static final Pattern LISTENING = Pattern.compile("Listening on: (http://127.0.0.1:\\d+)");
  private static final Pattern SETTING =
      Pattern.compile("(DB|JWT|PAYMENTS|QUARKUS)_.*|_?(JAVA|JDK_JAVA|JAVA_TOOL)_OPTIONS");
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration END_LIMIT = Duration.ofSeconds(30);

  private final Path directory;
  private final Process service;
  private final StringBuffer log = new StringBuffer();
  private final CompletableFuture<String> address = new CompletableFuture<>();
  private final String url;

  Sandbox() throws Exception {
    directory = Files.createTempDirectory("payments-");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dquarkus.http.port=0",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dpayments.rail.simulator.answers-after=100ms",
                "-Dpayments.rate-limit-per-minute=100000",
                "-jar",
                JAR.toRealPath().toString())
            .directory(directory.toFile())
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> SETTING.matcher(name).matches());
    service = builder.start();
    Thread reader = new Thread(this::readLog);
    reader.setDaemon(true);
    reader.start();
    url = awaitListening();
  }

  String url() {
    return url;
  }

  /** Reads on while the service runs, because a full pipe would stop it. */
  private void readLog() {
    service
        .inputReader()
        .lines()
        .forEach(
            line -> {
              log.append(line).append('\n');
              Matcher found = LISTENING.matcher(line);
              if (found.find()) {
                address.complete(found.group(1));
              }
            });
    address.completeExceptionally(new IllegalStateException("The service has ended"));
  }

  private String awaitListening() throws Exception {
    try {
      return address.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      close();
      throw new IllegalStateException(
          "The service does not listen within %s:%n%s".formatted(START_LIMIT, log), e);
    }
  }

  @Override
  public void close() throws Exception {
    service.destroy();
    if (!service.waitFor(END_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      service.destroyForcibly().waitFor();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
