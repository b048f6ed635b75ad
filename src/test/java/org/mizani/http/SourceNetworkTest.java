package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceNetworkTest {

  @ParameterizedTest
  @CsvSource({
    "192.0.2.7, 192.0.2.7",
    "::ffff:192.0.2.7, 192.0.2.7",
    "2001:db8:1:2::1, 20010db800010002/64",
    "2001:DB8:1:2:ffff::9, 20010db800010002/64",
    "fe80::1%eth0, fe80000000000000/64",
    "::1, 0000000000000000/64",
    "face, unknown",
    "example.com, unknown",
    "192.0.2.999, unknown",
    "'', unknown"
  })
  void derivesTheNetworkFromTheAddress(String address, String network) {
    assertThat(SourceNetwork.of(address)).isEqualTo(network);
  }
}
