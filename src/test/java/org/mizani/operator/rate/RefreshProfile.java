package org.mizani.operator.rate;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.Map;

/** A source of rates at a port that was free, asked by the test alone. */
public final class RefreshProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "payments.fx.refresh.url", "http://127.0.0.1:" + freePort() + "/latest",
        "payments.fx.refresh.authorization", "Key abc",
        "payments.fx.refresh.pairs", "USD_KES=/rates/KES,USD_TZS=/rates/TZS",
        "quarkus.scheduler.start-mode", "halted",
        "payments.fx.refresh.timeout", "3s",
        "payments.fx.refresh.response-bytes", "10000",
        "payments.fx.refresh.retry-after", "0s");
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
