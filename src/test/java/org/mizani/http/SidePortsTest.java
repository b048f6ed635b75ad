package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.http.SidePorts.SidePort;

class SidePortsTest {

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void refusesAPortThatIsNone(int number) {
    assertThatThrownBy(() -> ports(true).checked(port(number)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_SIDE_PORT must be from 0 to 65535.")
        .hasNoCause();
  }

  @Test
  void refusesTheUsualPort() {
    assertThatThrownBy(() -> ports(true).checked(port(8080)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_SIDE_PORT and QUARKUS_HTTP_PORT must differ.");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65_535})
  void takesAnyOtherPort(int number) {
    assertThat(ports(true).checked(port(number))).contains(port(number));
  }

  @Test
  void aCommandThatListensNowhereHasNone() {
    assertThat(ports(false).checked(port(9000))).isEmpty();
  }

  private static SidePort port(int number) {
    return new SidePort("PAYMENTS_SIDE_PORT", "127.0.0.1", number);
  }

  private static SidePorts ports(boolean listens) {
    Map<String, Object> answers = Map.of("port", 8080, "hostEnabled", listens);
    VertxHttpConfig limits =
        (VertxHttpConfig)
            Proxy.newProxyInstance(
                SidePortsTest.class.getClassLoader(),
                new Class<?>[] {VertxHttpConfig.class},
                (proxy, method, arguments) -> answers.get(method.getName()));
    return new SidePorts(null, null, limits);
  }
}
