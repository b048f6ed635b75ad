package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Stub;

class SourceNetworkTest {

  @ParameterizedTest
  @CsvSource({
    "192.0.2.7, 192.0.2.7",
    "::ffff:192.0.2.7, 192.0.2.7",
    "2001:db8:1:2::1, 20010db800010002/64",
    "2001:DB8:1:2:ffff::9, 20010db800010002/64",
    "fe80::1%eth0, fe80000000000000/64",
    "::1, 0000000000000000/64",
    "::ff00:c000:207, 0000000000000000/64",
    "face, unknown",
    "example.com, unknown",
    "192.0.2.999, unknown",
    "'', unknown"
  })
  void derivesTheNetworkFromTheAddress(String address, String network) {
    assertThat(SourceNetwork.of(address)).isEqualTo(network);
  }

  @Test
  void aPeerWithoutAnAddressIsOfNoNetwork() {
    for (SocketAddress peer :
        new SocketAddress[] {null, SocketAddress.domainSocketAddress("/run/service.sock")}) {
      HttpServerRequest request =
          Stub.of(HttpServerRequest.class, Map.of("remoteAddress", nothing -> peer));

      assertThat(SourceNetwork.of(request)).isEqualTo("unknown");
      assertThat(SourceNetwork.addressOf(request)).isEqualTo("unknown");
    }
  }

  @Test
  void aPeerIsKnownByItsWholeAddress() {
    HttpServerRequest request =
        Stub.of(
            HttpServerRequest.class,
            Map.of(
                "remoteAddress", nothing -> SocketAddress.inetSocketAddress(443, "2001:db8::1")));

    assertThat(SourceNetwork.addressOf(request)).isEqualTo("2001:db8:0:0:0:0:0:1");
    assertThat(SourceNetwork.of(request)).isEqualTo("20010db800000000/64");
  }
}
