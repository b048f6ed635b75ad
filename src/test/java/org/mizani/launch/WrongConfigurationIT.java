package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.launch.WrongConfigurations.WrongConfiguration;
import org.mizani.support.ServiceProcess;

/**
 * A start with a configuration that cannot work ends with code 1 and one sentence, which names the
 * setting by its environment variable, before the database is asked: there is none.
 */
class WrongConfigurationIT {

  /** One of each way in which a start is refused: a start of a JVM costs seconds. */
  private static final Set<String> OF_EACH_WAY =
      Set.of(
          "password in the URL",
          "wrong encryption keys in a file",
          "duration in words",
          "operators' port of management");

  private static final int SIDE_BY_SIDE = 3;

  @TempDir Path directory;

  @Test
  void eachEndsTheStartWithItsSentence() {
    assertEachEnds(WrongConfigurations.in(directory));
  }

  @Test
  @Tag("brief")
  void eachWayOfRefusalEndsTheStart() {
    List<WrongConfiguration> some =
        WrongConfigurations.in(directory).stream()
            .filter(wrong -> OF_EACH_WAY.contains(wrong.name()))
            .toList();
    assertThat(some).hasSameSizeAs(OF_EACH_WAY);

    assertEachEnds(some);
  }

  private record Started(WrongConfiguration wrong, ServiceProcess process) {}

  private void assertEachEnds(List<WrongConfiguration> all) {
    Deque<WrongConfiguration> waiting = new ArrayDeque<>(all);
    Deque<Started> running = new ArrayDeque<>();
    while (!waiting.isEmpty() || !running.isEmpty()) {
      while (running.size() < SIDE_BY_SIDE && !waiting.isEmpty()) {
        WrongConfiguration wrong = waiting.poll();
        running.add(new Started(wrong, start(wrong)));
      }
      Started first = running.poll();
      try (ServiceProcess refused = first.process()) {
        assertEnds(refused, first.wrong());
      } catch (AssertionError e) {
        running.forEach(other -> other.process().close());
        throw e;
      }
    }
  }

  private ServiceProcess start(WrongConfiguration wrong) {
    ServiceProcess.Setup setup = ServiceProcess.in(directory);
    wrong.changes().forEach(setup::environment);
    // Any free one, unless this is told otherwise.
    Optional.ofNullable(wrong.changes().get("QUARKUS_HTTP_PORT"))
        .ifPresent(port -> setup.property("quarkus.http.port", port));
    return setup.start();
  }

  private static void assertEnds(ServiceProcess refused, WrongConfiguration wrong) {
    assertThat(refused.awaitExit()).as("%s: %s", wrong, refused.log()).isEqualTo(1);
    assertThat(refused.errors()).as(wrong.name()).isEqualTo(wrong.sentence() + "\n");
    assertThat(refused.output())
        .as(wrong.name())
        .doesNotContain("\tat ", "Listening on", WrongConfigurations.PASSWORD);
  }
}
