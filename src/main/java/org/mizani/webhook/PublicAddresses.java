package org.mizani.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/**
 * The addresses that anybody may be sent webhooks to: those of the public internet. None of them
 * leads to this host, its network or its cloud's metadata (decisions, "Webhooks"; IANA's registries
 * of special-purpose addresses).
 */
final class PublicAddresses {

  private static final List<AddressBlock> SPECIAL_V4 =
      List.of(
          AddressBlock.of(8, 0), // this network
          AddressBlock.of(8, 10),
          AddressBlock.of(10, 100, 64), // carrier-grade NAT, and metadata of some clouds
          AddressBlock.of(8, 127),
          AddressBlock.of(16, 169, 254), // link-local, and metadata of most clouds
          AddressBlock.of(12, 172, 16),
          AddressBlock.of(24, 192, 0, 0), // protocol assignments, and metadata
          AddressBlock.of(24, 192, 0, 2), // documentation
          AddressBlock.of(16, 192, 168),
          AddressBlock.of(15, 198, 18), // benchmarks
          AddressBlock.of(24, 198, 51, 100), // documentation
          AddressBlock.of(24, 203, 0, 113), // documentation
          AddressBlock.of(32, 168, 63, 129, 16), // a cloud's own, though of its public range
          AddressBlock.of(3, 224)); // multicast, reserved, broadcast

  /** Outside of it an IPv6 address leads nowhere, or not far. */
  private static final AddressBlock GLOBAL_V6 = AddressBlock.of(3, 0x20);

  private static final List<AddressBlock> SPECIAL_V6 =
      List.of(
          AddressBlock.of(23, 0x20, 0x01, 0x00), // protocol assignments, Teredo
          AddressBlock.of(32, 0x20, 0x01, 0x0d, 0xb8), // documentation
          AddressBlock.of(16, 0x20, 0x02), // an IPv4 address by way of anybody's relay
          AddressBlock.of(20, 0x3f, 0xff, 0x00)); // documentation

  /** An IPv4 address as a network of IPv6 alone has it. */
  private static final AddressBlock TRANSLATED_V4 =
      AddressBlock.of(96, 0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0);

  private static final AddressBlock MAPPED_V4 =
      AddressBlock.of(96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff);

  private PublicAddresses() {}

  static boolean contain(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address instanceof Inet4Address ? containV4(bytes) : containV6(bytes);
  }

  private static boolean containV4(byte[] address) {
    return SPECIAL_V4.stream().noneMatch(block -> block.contains(address));
  }

  private static boolean containV6(byte[] address) {
    if (MAPPED_V4.contains(address) || TRANSLATED_V4.contains(address)) {
      return containV4(Arrays.copyOfRange(address, 12, 16));
    }
    return GLOBAL_V6.contains(address)
        && SPECIAL_V6.stream().noneMatch(block -> block.contains(address));
  }
}
