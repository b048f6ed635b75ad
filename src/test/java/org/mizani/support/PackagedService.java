package org.mizani.support;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The service as the build has made it: a jar, which the JDK of the tests runs, or a native
 * executable.
 */
final class PackagedService {

  /** The system property that names the executable; the build sets it where there is one. */
  static final String EXECUTABLE = "native.image.path";

  private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");

  /** Options of a JVM that runs for seconds, in which an optimising compiler does not pay. */
  private static final List<String> SHORT_RUN =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private PackagedService() {}

  static boolean isExecutable() {
    return System.getProperty(EXECUTABLE) != null;
  }

  /**
   * The command that starts it.
   *
   * @param options such as {@code -Xmx96m}, which an executable takes too
   */
  static List<String> command(
      List<String> options, Map<String, String> properties, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(
        isExecutable()
            ? System.getProperty(EXECUTABLE)
            : Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (!isExecutable()) {
      command.addAll(SHORT_RUN);
    }
    command.addAll(options);
    properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
    if (!isExecutable()) {
      command.add("-jar");
      command.add(JAR.toAbsolutePath().toString());
    }
    command.addAll(arguments);
    return command;
  }
}
