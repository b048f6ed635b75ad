package org.mizani.webhook.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {

  private final PublicAddresses addresses = new PublicAddresses();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.255.255.255",
        "10.0.0.0",
        "10.255.255.255",
        "100.64.0.0",
        "100.127.255.255",
        "100.100.100.200",
        "127.0.0.1",
        "127.255.255.255",
        "168.63.129.16",
        "169.254.0.0",
        "169.254.169.254",
        "172.16.0.0",
        "172.31.255.255",
        "192.0.0.192",
        "192.0.2.1",
        "192.168.0.0",
        "192.168.255.255",
        "198.18.0.0",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.7",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.1.2.3",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::808:808",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:808:808::1",
        "3fff::1",
        "fc00::1",
        "fd00:ec2::254",
        "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff02::1"
      })
  void doNotContainSpecialAddresses(String literal) throws Exception {
    assertThat(addresses.contain(InetAddress.getByName(literal))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "168.63.129.17",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2001:4860:4860::8888",
        "2001:200::1",
        "2606:4700:4700::1111",
        "2a00:1450:4001::200e",
        "2c0f:fb50:4002::200e"
      })
  void containGloballyReachableAddresses(String literal) throws Exception {
    assertThat(addresses.contain(InetAddress.getByName(literal))).isTrue();
  }

  /** A resolver's answer, unlike {@link InetAddress#getByName}, may leave the address mapped. */
  @ParameterizedTest
  @CsvSource({"8.8.8.8, true", "127.0.0.1, false", "169.254.169.254, false"})
  void judgeAMappedAddressByItsIpv4Address(String literal, boolean isPublic) throws Exception {
    byte[] mapped = new byte[16];
    mapped[10] = mapped[11] = (byte) 0xff;
    System.arraycopy(InetAddress.getByName(literal).getAddress(), 0, mapped, 12, 4);
    InetAddress address = Inet6Address.getByAddress("mapped.example", mapped, 0);

    assertThat(address).isInstanceOf(Inet6Address.class);
    assertThat(addresses.contain(address)).isEqualTo(isPublic);
  }
}
