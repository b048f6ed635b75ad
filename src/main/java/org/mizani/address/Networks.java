package org.mizani.address;

import io.netty.util.NetUtil;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;

/**
 * IP networks in CIDR notation, such as {@code 203.0.113.0/24} and {@code 2001:db8::/32}.
 *
 * <p>Not Netty's {@code IpSubnetFilterRule}: it takes an IPv6 address with a prefix of all ones for
 * a member of every network, so {@code fe80::1} for one of {@code 2000::/3} (Netty 4.1.130).
 */
public final class Networks {

  // Hexadecimal digits, dots and colons: no zone of an interface, no brackets, no name.
  private static final Pattern CIDR = Pattern.compile("[0-9A-Fa-f.:]{2,45}/[0-9]{1,3}");

  /**
   * One network.
   *
   * @param bytes the length of its addresses: 4 or 16
   * @param hostBits the bits after the prefix
   */
  private record Network(BigInteger first, int bytes, int hostBits) {

    boolean contains(byte... address) {
      return address.length == bytes
          && first.xor(new BigInteger(1, address)).shiftRight(hostBits).signum() == 0;
    }

    boolean includes(Network other) {
      return other.bytes == bytes
          && other.hostBits <= hostBits
          && first.xor(other.first).shiftRight(hostBits).signum() == 0;
    }

    boolean isZeroBehindPrefix() {
      return first.signum() == 0 || first.getLowestSetBit() >= hostBits;
    }
  }

  private final List<Network> networks;

  private Networks(List<Network> networks) {
    this.networks = networks;
  }

  /** These networks, as of {@link #parse}. */
  public static Networks of(String... networks) {
    return parse(List.of(networks));
  }

  /**
   * Reads networks.
   *
   * @throws IllegalArgumentException if a text is not in CIDR notation, or a bit of its address
   *     after the prefix is set
   */
  public static Networks parse(List<String> networks) {
    return new Networks(networks.stream().map(Networks::network).toList());
  }

  private static Network network(String text) {
    String[] parts = text.split("/", -1);
    // An address, never a name: nothing is looked up.
    InetAddress address = NetUtil.createInetAddressFromIpAddressString(parts[0]);
    if (address != null && CIDR.matcher(text).matches()) {
      byte[] first = address.getAddress();
      int hostBits = first.length * Byte.SIZE - Integer.parseInt(parts[1]);
      Network network = new Network(new BigInteger(1, first), first.length, hostBits);
      if (hostBits >= 0 && network.isZeroBehindPrefix()) {
        return network;
      }
    }
    throw new IllegalArgumentException("not a network such as 203.0.113.0/24: " + text);
  }

  /** Whether there is no network. */
  public boolean areNone() {
    return networks.isEmpty();
  }

  /** Whether each of the others lies within one of these. */
  public boolean include(Networks others) {
    return others.networks.stream()
        .allMatch(other -> networks.stream().anyMatch(network -> network.includes(other)));
  }

  /** Whether the address is in one of the networks; an IPv4 network has no IPv6 address. */
  public boolean contain(InetAddress address) {
    byte[] bytes = address.getAddress();
    return networks.stream().anyMatch(network -> network.contains(bytes));
  }
}
