package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.launch.WrongConfigurations.WrongConfiguration;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceProcess;

/**
 * A start with a configuration that cannot work ends with code 1 and one sentence, which names the
 * setting by its environment variable, before the database is asked: there is none. The starts of
 * all configurations are begun together and go on a few at a time; each test waits for its own.
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

  @TempDir static Path directory;

  private static List<WrongConfiguration> all;
  private static ExecutorService starts;

  /** End of a start. */
  private record Ended(int code, String output, String errors) {}

  /** Start with a wrong configuration, which may not have ended yet. */
  private record Start(String name, String sentence, CompletableFuture<Ended> end) {

    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  static void configurations() {
    all = WrongConfigurations.in(directory);
    starts = Executors.newFixedThreadPool(SIDE_BY_SIDE);
  }

  /** Ends the starts that no test waits for any more. */
  @AfterAll
  static void endStarts() throws InterruptedException {
    starts.shutdownNow();
    starts.awaitTermination(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  static Stream<Start> ofEachWay() {
    return startsOf(wrong -> OF_EACH_WAY.contains(wrong.name()));
  }

  static Stream<Start> ofTheOthers() {
    return startsOf(wrong -> !OF_EACH_WAY.contains(wrong.name()));
  }

  /** Begins them all, before the first of them is waited for. */
  private static Stream<Start> startsOf(Predicate<WrongConfiguration> wanted) {
    return all.stream().filter(wanted).map(WrongConfigurationIT::begin).toList().stream();
  }

  private static Start begin(WrongConfiguration wrong) {
    return new Start(
        wrong.name(),
        wrong.sentence(),
        CompletableFuture.supplyAsync(() -> endOfStart(wrong), starts));
  }

  private static Ended endOfStart(WrongConfiguration wrong) {
    ServiceProcess.Setup setup = ServiceProcess.in(directory);
    wrong.changes().forEach(setup::environment);
    // Any free one, unless this is told otherwise.
    Optional.ofNullable(wrong.changes().get("QUARKUS_HTTP_PORT"))
        .ifPresent(port -> setup.property("quarkus.http.port", port));
    try (ServiceProcess refused = setup.start()) {
      return new Ended(refused.awaitExit(), refused.output(), refused.errors());
    }
  }

  @ParameterizedTest
  @MethodSource("ofEachWay")
  @Tag("brief")
  void eachWayOfRefusalEndsTheStartWithItsSentence(Start start) {
    assertEndsWithItsSentence(start);
  }

  @ParameterizedTest
  @MethodSource("ofTheOthers")
  void eachOtherWrongConfigurationEndsTheStartWithItsSentence(Start start) {
    assertEndsWithItsSentence(start);
  }

  /** A test is known by the name of its configuration, also to the ways of refusal above. */
  @Test
  @Tag("brief")
  void eachConfigurationHasANameOfItsOwn() {
    assertThat(all)
        .extracting(WrongConfiguration::name)
        .doesNotHaveDuplicates()
        .containsAll(OF_EACH_WAY);
  }

  private static void assertEndsWithItsSentence(Start start) {
    Ended ended = start.end().join();

    assertThat(ended.code()).as("%s: %s%s", start, ended.output(), ended.errors()).isEqualTo(1);
    assertThat(ended.errors()).as(start.name()).isEqualTo(start.sentence() + "\n");
    assertThat(ended.output())
        .as(start.name())
        .doesNotContain("\tat ", "Listening on", WrongConfigurations.PASSWORD);
  }
}
