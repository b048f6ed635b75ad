package org.mizani.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks in CIDR notation. */
class NetworksTest {

  @ParameterizedTest
  @CsvSource({
    "203.0.113.0/24, 203.0.113.0,   true",
    "203.0.113.0/24, 203.0.113.255, true",
    "203.0.113.0/24, 203.0.114.0,   false",
    "203.0.113.0/24, 203.0.112.255, false",
    "203.0.113.7/32, 203.0.113.7,   true",
    "203.0.113.7/32, 203.0.113.6,   false",
    "0.0.0.0/0,      192.0.2.1,     true",
    "0.0.0.0/0,      2001:db8::1,   false",
    "::/0,           2001:db8::1,   true",
    "::/0,           192.0.2.1,     false",
    "2001:db8::/32,  2001:db8:ffff:ffff:ffff:ffff:ffff:ffff, true",
    "2001:db8::/32,  2001:db9::,    false",
    "2001:db8::1/128, 2001:db8::1,  true",
    "2001:db8::1/128, 2001:db8::,   false",
    "2001:DB8::/32,  2001:db8::1,   true"
  })
  void containsTheAddressesOfItsPrefixAlone(String network, String address, boolean contained)
      throws UnknownHostException {
    Networks networks = Networks.of("198.51.100.0/24", network);

    assertThat(networks.contain(InetAddress.getByName(address))).isEqualTo(contained);
  }

  @ParameterizedTest
  @CsvSource({
    "203.0.113.0/24, 203.0.113.0/24, true",
    "203.0.113.0/24, 203.0.113.128/25, true",
    "203.0.113.0/24, 203.0.113.7/32, true",
    "203.0.113.0/24, 203.0.112.0/23, false",
    "203.0.113.0/24, 203.0.114.0/24, false",
    "203.0.113.0/24, 0.0.0.0/0,      false",
    "0.0.0.0/0,      ::/0,           false",
    "::/0,           0.0.0.0/0,      false",
    "::/0,           2001:db8::/32,  true",
    "2001:db8::/32,  2001:db8:1::/48, true",
    "2001:db8::/32,  2001::/16,      false"
  })
  void includesTheNetworksWithinOneOfThem(String network, String other, boolean included) {
    Networks networks = Networks.of("198.51.100.0/24", network);

    assertThat(networks.include(Networks.of(other))).isEqualTo(included);
    assertThat(networks.include(Networks.of("198.51.100.0/25", other))).isEqualTo(included);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "203.0.113.7",
        "203.0.113.7/24",
        "203.0.113.0/33",
        "203.0.113.0/-1",
        "203.0.113.0/",
        "203.0.113/24",
        "2001:db8::1/32",
        "2001:db8::/129",
        "fe80::%eth0/10",
        "[2001:db8::]/32",
        "localhost/32",
        "/24",
        ""
      })
  void refusesATextThatIsNoNetwork(String text) {
    assertThatThrownBy(() -> Networks.parse(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a network such as 203.0.113.0/24: " + text);
  }
}
