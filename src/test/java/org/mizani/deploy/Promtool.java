package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.mizani.support.Eventually;

/** Prometheus's own {@code promtool}. */
final class Promtool {

  private Promtool() {}

  /** Runs it in a folder; without one on this machine the test is aborted with the reason. */
  static void succeeds(Path folder, String... arguments) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        start(output, Stream.concat(Stream.of("promtool"), Stream.of(arguments)).toList());

    assertThat(process.waitFor(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
  }

  private static Process start(Path output, List<String> command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start();
    } catch (IOException e) {
      String reason = "THE ALERTS ARE NOT TESTED: this machine has no promtool";
      System.err.println(reason);
      return Assumptions.abort(reason);
    }
  }
}
