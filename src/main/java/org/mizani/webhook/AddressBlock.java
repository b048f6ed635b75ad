package org.mizani.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The addresses that begin with the same bits. */
final class AddressBlock {

  /** An address, never a name: nothing is looked up. */
  private static final Pattern NETWORK =
      Pattern.compile(
          "((?:BYTE\\.){3}BYTE|[0-9a-fA-F]*:[0-9a-fA-F:]*)/([0-9]{1,3})"
              .replace("BYTE", "(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})"));

  static final int BYTES_V4 = 4;
  private static final int BYTES_V6 = 16;

  private final int addressBytes;
  private final int bits;
  private final int[] first;

  private AddressBlock(int addressBytes, int bits, int... first) {
    this.addressBytes = addressBytes;
    this.bits = bits;
    this.first = first;
  }

  /**
   * The block of an IPv4 address.
   *
   * @param bits how many bits are the same
   * @param first the address's first bytes, as many as it takes
   */
  static AddressBlock v4(int bits, int... first) {
    return new AddressBlock(BYTES_V4, bits, first);
  }

  /** Likewise, of an IPv6 address. */
  static AddressBlock v6(int bits, int... first) {
    return new AddressBlock(BYTES_V6, bits, first);
  }

  /**
   * The block of a network as routers write it: {@code 203.0.113.0/24}, {@code 2001:db8::/32}.
   *
   * @throws IllegalArgumentException if it is none, or has bits behind its length
   */
  static AddressBlock parse(String network) {
    Matcher parts = NETWORK.matcher(network);
    if (parts.matches()) {
      byte[] address = address(parts.group(1));
      int bits = Integer.parseInt(parts.group(2));
      if (bits <= address.length * Byte.SIZE && isZeroBehind(bits, address)) {
        return new AddressBlock(address.length, bits, unsigned(address));
      }
    }
    throw noNetwork(network);
  }

  private static byte[] address(String literal) {
    try {
      return InetAddress.getByName(literal).getAddress();
    } catch (UnknownHostException e) {
      throw noNetwork(literal);
    }
  }

  private static boolean isZeroBehind(int bits, byte[] address) {
    for (int bit = bits; bit < address.length * Byte.SIZE; bit++) {
      if ((address[bit / Byte.SIZE] & 0x80 >> bit % Byte.SIZE) != 0) {
        return false;
      }
    }
    return true;
  }

  private static int[] unsigned(byte[] address) {
    int[] first = new int[address.length];
    Arrays.setAll(first, index -> Byte.toUnsignedInt(address[index]));
    return first;
  }

  private static IllegalArgumentException noNetwork(String text) {
    return new IllegalArgumentException("not a network such as 203.0.113.0/24: " + text);
  }

  /** Whether this address lies in it; none of the protocol's other version does. */
  boolean contains(byte... address) {
    if (address.length != addressBytes) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> bit % Byte.SIZE;
      if ((address[bit / Byte.SIZE] & mask) != (first[bit / Byte.SIZE] & mask)) {
        return false;
      }
    }
    return true;
  }
}
