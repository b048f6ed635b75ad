package org.mizani.rail;

import io.netty.util.NetUtil;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.mizani.address.Networks;

/** Gate of one rail's callbacks: the secret in their path, and where they may come from. */
public final class CallbackGate {

  private static final int SHORTEST_SECRET = 16;

  private final Optional<byte[]> secret;
  private final Networks sources;

  /**
   * @param usual addresses of the network, for settings that name none
   * @throws ConfigurationException for a secret that is too short, or a source that is no address
   */
  public CallbackGate(String rail, RailSettings.Rail settings, List<String> usual) {
    secret = settings.callbackSecret().secret(settingOf(rail)).map(text -> checked(rail, text));
    sources =
        Networks.parse(
            settings.callbackSources().orElse(usual).stream()
                .map(text -> network(rail, text.strip()))
                .toList());
  }

  /** The network of a source, which may be an address alone. */
  private static String network(String rail, String text) {
    InetAddress address = NetUtil.createInetAddressFromIpAddressString(text);
    String network =
        address == null
            ? text
            : address.getHostAddress() + "/" + address.getAddress().length * Byte.SIZE;
    try {
      Networks.parse(List.of(network));
      return network;
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          "payments.rail." + rail + ".callback-sources: " + e.getMessage());
    }
  }

  private static String settingOf(String rail) {
    return "payments.rail." + rail + ".callback-secret";
  }

  private static byte[] checked(String rail, String text) {
    if (text.length() < SHORTEST_SECRET || !text.matches("[A-Za-z0-9._~-]+")) {
      throw new ConfigurationException(
          settingOf(rail) + " must be 16 or more of A-Z a-z 0-9 . _ ~ - (a part of a path).");
    }
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether this is the secret; never, if none is set. */
  public boolean isSecret(String text) {
    return secret.isPresent()
        && MessageDigest.isEqual(secret.get(), text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Whether callbacks may come from this address. An IPv4 address in IPv6 form, {@code
   * ::ffff:192.0.2.1}, is that address.
   */
  public boolean isAllowedSource(String address) {
    InetAddress source = NetUtil.createInetAddressFromIpAddressString(address);
    return source != null && sources.contain(source);
  }
}
