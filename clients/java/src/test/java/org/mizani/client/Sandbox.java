package org.mizani.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The packaged service as a sandbox on a free port, whose network answers at once. */
final class Sandbox implements AutoCloseable {

  private static final Path JAR = Path.of("../../target/quarkus-app/quarkus-run.jar");
  private static final Pattern LISTENING = Pattern.compile("Listening on: (http://127.0.0.1:\\d+)");
  private static final Pattern SETTING =
      Pattern.compile("(DB|JWT|PAYMENTS|QUARKUS)_.*|_?(JAVA|JDK_JAVA|JAVA_TOOL)_OPTIONS");

  private final Path directory;
  private final Process service;
  private final String url;

  Sandbox() throws IOException {
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
    BufferedReader output = service.inputReader();
    url = awaitListening(output);
    // What nobody reads would stop it one day.
    Thread reader = new Thread(() -> output.lines().forEach(line -> {}));
    reader.setDaemon(true);
    reader.start();
  }

  String url() {
    return url;
  }

  private static String awaitListening(BufferedReader output) throws IOException {
    StringBuilder log = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher found = LISTENING.matcher(line);
      if (found.find()) {
        return found.group(1);
      }
      log.append(line).append('\n');
    }
    throw new IllegalStateException("The service has ended:\n" + log);
  }

  @Override
  public void close() throws Exception {
    service.destroy();
    service.waitFor();
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
