package org.mizani.webhook.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.service.ServiceEnvironment;

/** Hosts that are addresses, in every notation. */
class HostLiteralTest {

  private static final AllowedAddresses PUBLIC =
      new AllowedAddresses(ServiceEnvironment.PRODUCTION, TestAddresses.config(Map.of()));

  @ParameterizedTest
  @ValueSource(strings = {"8.8.8.8", "8.8.8.8.", "[2606:4700:4700::1111]", "[::ffff:8.8.8.8]"})
  void knowsPublicAddresses(String host) {
    assertThat(HostLiteral.isOf(PUBLIC, host)).contains(true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.0.0.1.",
        "169.254.169.254",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:ffff:a9fe:a9fe]",
        "[fe80::1]",
        "[fd00:ec2::254]",
        "[::1::]",
        "[1.2.3.4]"
      })
  void knowsAddressesThatAreNotPublic(String host) {
    assertThat(HostLiteral.isOf(PUBLIC, host)).contains(false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2130706433",
        "127.1",
        "127.0.1",
        "0",
        "0x7f000001",
        "0x7f.0.0.1",
        "127.0.0.0x1",
        "0x",
        "0177.0.0.1",
        "017700000001",
        "127.0.0.01",
        "8.8.8.08",
        "134744072",
        "1.2.3.4.5",
        "256.1.1.1",
        "8.8.8.999",
        "99999999999999999999",
        "name.1",
        "example.0x7f"
      })
  void takesNoOtherNotationForPublic(String host) {
    assertThat(HostLiteral.isOf(PUBLIC, host)).contains(false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost.",
        "example.com",
        "example.com.",
        "1password.com",
        "127.0.0.1.example.com",
        "8.8.8.8.nip.io",
        "0x7f.example",
        "a-1",
        "my_service"
      })
  void leavesNamesToALookUp(String host) {
    assertThat(HostLiteral.isOf(PUBLIC, host)).isEmpty();
  }
}
