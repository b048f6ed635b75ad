package org.mizani.http;

import io.netty.util.NetUtil;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Source network of a request: the address of the peer, or the address that a trusted proxy
 * forwards ({@code quarkus.http.proxy.*}). Of an IPv6 address it is the first half, because one
 * client has all addresses of such a network.
 */
public final class SourceNetwork {

  private static final int IPV6_NETWORK_BYTES = 8;
  private static final int IPV4_BYTES = 4;
  private static final String NO_ADDRESS = "unknown";

  private SourceNetwork() {}

  /** The source network of a request, as text: an IPv4 address or an IPv6 prefix. */
  public static String of(HttpServerRequest request) {
    return of(addressOf(request));
  }

  /** The whole address of the peer, or {@code unknown}: that of a local socket has none. */
  public static String addressOf(HttpServerRequest request) {
    SocketAddress peer = request.remoteAddress();
    return peer == null || peer.hostAddress() == null ? NO_ADDRESS : peer.hostAddress();
  }

  /** The address that a text is, of IPv4 also where it comes in the form of IPv6; empty if none. */
  public static Optional<InetAddress> parse(String address) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
    try {
      return bytes == null ? Optional.empty() : Optional.of(InetAddress.getByAddress(bytes));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }

  static String of(String address) {
    // Reads literals alone: a header must not cause a name look-up.
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
    if (bytes == null) {
      return NO_ADDRESS;
    }
    byte[] plain = isMapped(bytes) ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
    return plain.length == IPV4_BYTES
        ? NetUtil.bytesToIpAddress(plain)
        : HexFormat.of().formatHex(plain, 0, IPV6_NETWORK_BYTES) + "/64";
  }

  /** Whether it is an IPv4 address in IPv6 form, {@code ::ffff:192.0.2.1}. */
  private static boolean isMapped(byte[] bytes) {
    return bytes.length > IPV4_BYTES
        && Arrays.equals(bytes, 0, 10, new byte[10], 0, 10)
        && bytes[10] == -1
        && bytes[11] == -1;
  }
}
