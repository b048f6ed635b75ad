package org.mizani.webhook;

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
          AddressBlock.v4(8, 0), // this network
          AddressBlock.v4(8, 10),
          AddressBlock.v4(10, 100, 64), // carrier-grade NAT, and metadata of some clouds
          AddressBlock.v4(8, 127),
          AddressBlock.v4(16, 169, 254), // link-local, and metadata of most clouds
          AddressBlock.v4(12, 172, 16),
          AddressBlock.v4(24, 192, 0, 0), // protocol assignments, and metadata
          AddressBlock.v4(24, 192, 0, 2), // documentation
          AddressBlock.v4(16, 192, 168),
          AddressBlock.v4(15, 198, 18), // benchmarks
          AddressBlock.v4(24, 198, 51, 100), // documentation
          AddressBlock.v4(24, 203, 0, 113), // documentation
          AddressBlock.v4(32, 168, 63, 129, 16), // a cloud's own, though of its public range
          AddressBlock.v4(3, 224)); // multicast, reserved, broadcast

  /** Outside of it an IPv6 address leads nowhere, or not far. */
  private static final AddressBlock GLOBAL_V6 = AddressBlock.v6(3, 0x20);

  private static final List<AddressBlock> SPECIAL_V6 =
      List.of(
          AddressBlock.v6(23, 0x20, 0x01, 0x00), // protocol assignments, Teredo
          AddressBlock.v6(32, 0x20, 0x01, 0x0d, 0xb8), // documentation
          AddressBlock.v6(16, 0x20, 0x02), // an IPv4 address by way of anybody's relay
          AddressBlock.v6(20, 0x3f, 0xff, 0x00)); // documentation

  /** An IPv4 address as a network of IPv6 alone has it. */
  private static final AddressBlock TRANSLATED_V4 =
      AddressBlock.v6(96, 0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0);

  private static final AddressBlock MAPPED_V4 =
      AddressBlock.v6(96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff);

  private PublicAddresses() {}

  static boolean contain(InetAddress address) {
    byte[] bytes = plain(address);
    if (bytes.length == AddressBlock.BYTES_V4) {
      return SPECIAL_V4.stream().noneMatch(block -> block.contains(bytes));
    }
    return GLOBAL_V6.contains(bytes)
        && SPECIAL_V6.stream().noneMatch(block -> block.contains(bytes));
  }

  /** Its bytes, those of the IPv4 address where it only wraps one. */
  static byte[] plain(InetAddress address) {
    byte[] bytes = address.getAddress();
    return MAPPED_V4.contains(bytes) || TRANSLATED_V4.contains(bytes)
        ? Arrays.copyOfRange(bytes, bytes.length - AddressBlock.BYTES_V4, bytes.length)
        : bytes;
  }
}
