package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.support.RefusingPort;

/** The command by which an engine asks a container whether it is alive. */
@ParameterizedClass
@MethodSource("distinct")
class HealthCheckTest {

  private final String check;

  HealthCheckTest(String check) {
    this.check = check;
  }

  /** The distinct commands of all Dockerfiles. */
  static Stream<String> distinct() {
    return Dockerfile.all().stream()
        .map(file -> file.only("HEALTHCHECK").arguments())
        .map(arguments -> arguments.substring(arguments.indexOf('[')))
        .distinct();
  }

  @ParameterizedTest
  @CsvSource({"200, 0", "503, 1"})
  void exitsByTheStatusOfTheAnswer(int status, int exitCode) throws Exception {
    HttpServer service =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/q/health/live",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    service.start();
    try {
      // The answer comes: on a machine that pauses, the command must not give up before it.
      String patient = check.replace("read -r -t 2 ", "read -r -t " + PATIENCE.toSeconds() + " ");
      assertThat(patient).isNotEqualTo(check);
      int port = service.getAddress().getPort();
      for (String setting : List.of("QUARKUS_HTTP_PORT", "PAYMENTS_MANAGEMENT_PORT")) {
        assertThat(ask(patient, Map.of(setting, Integer.toString(port)))).isEqualTo(exitCode);
      }
    } finally {
      service.stop(0);
    }
  }

  @Test
  void failsWithoutAnAnswerOrAServer() throws Exception {
    // The system accepts the connection, but no server reads from it.
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RefusingPort refusing = new RefusingPort()) {
      assertThat(ask(check, at(silent.getLocalPort()))).isEqualTo(1);
      assertThat(ask(check, at(refusing.number()))).isEqualTo(1);
    }
  }

  /** In production health is not at the port of partners. */
  @Test
  void asksTheManagementPortInProduction() {
    assertThat(check).contains("case $PAYMENTS_ENVIRONMENT in production) port=9000;; *)", "8080}");
  }

  private static Map<String, String> at(int port) {
    return Map.of("QUARKUS_HTTP_PORT", Integer.toString(port));
  }

  private static int ask(String check, Map<String, String> settings)
      throws IOException, InterruptedException {
    String[] command = new ObjectMapper().readValue(check, String[].class);
    ProcessBuilder shell = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
    shell.environment().keySet().removeIf(name -> name.matches("(QUARKUS|PAYMENTS)_.*"));
    shell.environment().putAll(settings);
    Process process = shell.start();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
