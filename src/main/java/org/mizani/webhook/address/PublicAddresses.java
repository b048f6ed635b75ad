package org.mizani.webhook.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import org.mizani.address.Networks;

/**
 * Addresses of the public internet. None of them leads to this host, its network or its cloud's
 * metadata (ADR 7; IANA's registries of special-purpose addresses).
 */
final class PublicAddresses {

  private static final byte[] MAPPED_V4 = HexFormat.of().parseHex("00000000000000000000ffff");

  /** The prefix of NAT64, by which a network of IPv6 alone reaches IPv4. */
  private static final byte[] TRANSLATED_V4 = HexFormat.of().parseHex("0064ff9b0000000000000000");

  private final Networks special =
      Networks.of(
          "0.0.0.0/8", // this network
          "10.0.0.0/8",
          "100.64.0.0/10", // carrier-grade NAT, and metadata of some clouds
          "127.0.0.0/8",
          "169.254.0.0/16", // link-local, and metadata of most clouds
          "172.16.0.0/12",
          "192.0.0.0/24", // protocol assignments, and metadata
          "192.0.2.0/24", // documentation
          "192.168.0.0/16",
          "198.18.0.0/15", // benchmarks
          "198.51.100.0/24", // documentation
          "203.0.113.0/24", // documentation
          "168.63.129.16/32", // a cloud's own, though in its public range
          "224.0.0.0/3", // multicast, reserved, broadcast
          "2001::/23", // protocol assignments, Teredo
          "2001:db8::/32", // documentation
          "2002::/16", // 6to4: an IPv4 address by way of any relay
          "3fff::/20"); // documentation

  /** An IPv6 address outside is not global unicast. */
  private final Networks global = Networks.of("0.0.0.0/0", "2000::/3");

  boolean contain(InetAddress address) {
    InetAddress plain = unwrapped(address);
    return global.contain(plain) && !special.contain(plain);
  }

  /** The IPv4 address in an IPv6 address that only wraps one, else the address itself. */
  static InetAddress unwrapped(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean wraps = beginsWith(MAPPED_V4, bytes) || beginsWith(TRANSLATED_V4, bytes);
    return wraps ? v4(Arrays.copyOfRange(bytes, MAPPED_V4.length, bytes.length)) : address;
  }

  private static boolean beginsWith(byte[] prefix, byte... address) {
    return Arrays.mismatch(prefix, address) == prefix.length;
  }

  private static InetAddress v4(byte... bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an IPv4 address has 4 bytes", e);
    }
  }
}
