package org.mizani.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.mizani.support.Eventually;

/** {@code kubectl kustomize}, which needs no cluster. */
final class Kustomize {

  private static final Path OVERLAYS = Path.of("k8s/overlays");
  // Of kubectl 1.27 and newer; before 1.21 kubectl has a kustomize of 2019, for other files.
  private static final Pattern FIT = Pattern.compile("\"kustomizeVersion\": \"v([5-9]|\\d\\d)\\.");
  private static final Optional<String> OBSTACLE = obstacle();

  private Kustomize() {}

  /** The names of all overlays. */
  static List<String> overlays() throws IOException {
    try (Stream<Path> directories = Files.list(OVERLAYS)) {
      return directories.map(Path::getFileName).map(Path::toString).sorted().toList();
    }
  }

  /**
   * The manifests of an overlay; without a fitting {@code kubectl} the test is aborted with the
   * reason.
   */
  static String render(String overlay) {
    return render(OVERLAYS.resolve(overlay));
  }

  /** The manifests of a folder, likewise. */
  static String render(Path folder) {
    OBSTACLE.ifPresent(Assumptions::abort);
    return run("kustomize", folder.toString());
  }

  private static Optional<String> obstacle() {
    String answer;
    try {
      answer = run("version", "--client", "--output=json");
    } catch (IllegalStateException e) {
      answer = "";
    }
    if (FIT.matcher(answer).find()) {
      return Optional.empty();
    }
    String reason = "k8s/ IS NOT TESTED: this machine has no kubectl 1.27 or newer";
    System.err.println(reason);
    return Optional.of(reason);
  }

  private static String run(String... arguments) {
    try {
      Path output = Files.createTempFile("kubectl", ".out");
      Path errors = Files.createTempFile("kubectl", ".err");
      try {
        Process process =
            new ProcessBuilder(Stream.concat(Stream.of("kubectl"), Stream.of(arguments)).toList())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        if (!process.waitFor(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new IllegalStateException("kubectl takes more than " + Eventually.PATIENCE);
        }
        // A warning is an error too, such as that of a deprecated field.
        String complaint = Files.readString(errors, StandardCharsets.UTF_8);
        if (process.exitValue() != 0 || !complaint.isBlank()) {
          throw new IllegalStateException(complaint);
        }
        return Files.readString(output, StandardCharsets.UTF_8);
      } finally {
        Files.delete(output);
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
