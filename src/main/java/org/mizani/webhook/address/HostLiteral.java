package org.mizani.webhook.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A URL's host written as an address rather than a name, so that no look-up is needed. */
final class HostLiteral {

  /** Browsers take a host for an IPv4 address when its last label is a number. */
  private static final Pattern NUMERIC = Pattern.compile("(.*\\.)?([0-9]+|0x[0-9a-f]*)");

  private static final Pattern DOTTED =
      Pattern.compile("(BYTE)\\.(BYTE)\\.(BYTE)\\.(BYTE)".replace("BYTE", "0|[1-9][0-9]{0,2}"));

  private static final int MOST = 255;

  private HostLiteral() {}

  /**
   * Whether the host is an allowed address; empty if it is a name. An IPv4 address in octal, in
   * hexadecimal or with fewer than four parts is not allowed: its meaning differs between readers.
   *
   * @param host in lower case, IPv6 in brackets
   */
  static Optional<Boolean> isOf(AllowedAddresses allowed, String host) {
    if (host.startsWith("[")) {
      return Optional.of(isAddressOf(allowed, host));
    }
    String bare = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    return NUMERIC.matcher(bare).matches()
        ? Optional.of(isDotted(bare) && isAddressOf(allowed, bare))
        : Optional.empty();
  }

  private static boolean isDotted(String text) {
    Matcher parts = DOTTED.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    for (int part = 1; part <= parts.groupCount(); part++) {
      if (Integer.parseInt(parts.group(part)) > MOST) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAddressOf(AllowedAddresses allowed, String literal) {
    try {
      return allowed.contain(InetAddress.getByName(literal));
    } catch (UnknownHostException e) {
      return false; // in brackets, but no address
    }
  }
}
