package org.mizani.webhook.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.service.ServiceEnvironment;

class AllowedAddressesTest {

  @ParameterizedTest
  @CsvSource({
    "8.8.8.0/24, 8.8.8.0, 8.8.9.0",
    "8.8.8.0/24, 8.8.8.255, 8.8.7.255",
    "8.8.8.8/32, 8.8.8.8, 8.8.8.9",
    "8.8.8.0/24, ::ffff:8.8.8.1, ::ffff:8.8.9.1",
    "8.8.8.0/24, 64:ff9b::808:801, 64:ff9b::808:901",
    "2606:4700::/31, 2606:4701::1, 2606:4702::1",
    // An IPv6 address may begin with the bytes of an IPv4 network without belonging to it.
    "38.6.0.0/16, 38.6.1.1, 2606:4700::1",
  })
  void doNotContainAForbiddenNetworkInAnyEnvironment(String network, String in, String out)
      throws Exception {
    for (ServiceEnvironment environment : ServiceEnvironment.values()) {
      AllowedAddresses allowed = allowed(environment, network);

      assertThat(allowed.contain(InetAddress.getByName(in))).isFalse();
      assertThat(allowed.contain(InetAddress.getByName(out))).isTrue();
      assertThat(allowed.areAll()).isFalse();
    }
  }

  @Test
  void forbidSeveralNetworks() throws Exception {
    AllowedAddresses allowed = allowed(ServiceEnvironment.TEST, "8.8.8.0/24,10.0.0.0/8");

    assertThat(allowed.contain(InetAddress.getByName("8.8.8.8"))).isFalse();
    assertThat(allowed.contain(InetAddress.getByName("10.1.1.1"))).isFalse();
    assertThat(allowed.contain(InetAddress.getByName("127.0.0.1"))).isTrue();
  }

  @Test
  void areAllInTestAndPublicOnesInProduction() throws Exception {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    AddressConfig defaults = TestAddresses.config(Map.of());

    AllowedAddresses test = new AllowedAddresses(ServiceEnvironment.TEST, defaults);
    AllowedAddresses production = new AllowedAddresses(ServiceEnvironment.PRODUCTION, defaults);

    assertThat(test.areAll()).isTrue();
    assertThat(test.contain(loopback)).isTrue();
    assertThat(production.areAll()).isFalse();
    assertThat(production.contain(loopback)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "8.8.8/24",
        "8.8.8.8/24",
        "8.8.8.0/33",
        "256.8.8.0/24",
        "0x8.8.8.0/24",
        "example.com/24",
        "2606:4700::/129",
        "2606::4700::/32",
        ":/0",
        "8.8.8.0/24/8"
      })
  void refuseAnInvalidNetwork(String text) {
    assertThatThrownBy(() -> allowed(ServiceEnvironment.TEST, text))
        .isInstanceOf(ConfigurationException.class)
        .hasNoCause()
        .hasMessage(
            "payments.webhook.forbidden-networks: not a network such as 203.0.113.0/24: "
                + text
                + ".");
  }

  @ParameterizedTest
  @EnumSource(ServiceEnvironment.class)
  void canForbidAllAddresses(ServiceEnvironment environment) throws Exception {
    AllowedAddresses allowed = allowed(environment, "0.0.0.0/0,::/0");

    assertThat(allowed.contain(InetAddress.getByName("8.8.8.8"))).isFalse();
    assertThat(allowed.contain(InetAddress.getByName("2606:4700::1"))).isFalse();
  }

  private static AllowedAddresses allowed(ServiceEnvironment environment, String networks) {
    return new AllowedAddresses(
        environment, TestAddresses.config(Map.of("forbidden-networks", networks)));
  }
}
