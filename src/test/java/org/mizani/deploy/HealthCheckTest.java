package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The command by which an engine asks a container whether it is alive. */
@ParameterizedClass
@MethodSource("org.mizani.deploy.Dockerfile#all")
class HealthCheckTest {

  private final Dockerfile file;

  HealthCheckTest(Dockerfile file) {
    this.file = file;
  }

  @ParameterizedTest
  @CsvSource({"200, 0", "503, 1"})
  void tellsByTheStatus(int status, int exitCode) throws Exception {
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
      assertThat(ask(service.getAddress().getPort())).isEqualTo(exitCode);
    } finally {
      service.stop(0);
    }
  }

  @Test
  void tellsThatNobodyAnswersOrEvenListens() throws Exception {
    int port;
    // The system accepts whoever connects, but nobody reads.
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = silent.getLocalPort();
      assertThat(ask(port)).isEqualTo(1);
    }
    assertThat(ask(port)).isEqualTo(1);
  }

  private int ask(int port) throws IOException, InterruptedException {
    String check = file.only("HEALTHCHECK").arguments();
    String[] command =
        new ObjectMapper().readValue(check.substring(check.indexOf('[')), String[].class);
    ProcessBuilder shell = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
    shell.environment().put("QUARKUS_HTTP_PORT", Integer.toString(port));
    Process process = shell.start();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
