package org.mizani.rail;

import io.netty.util.NetUtil;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Gate of one rail's callbacks: the secret in their path, and where they may come from. */
public final class CallbackGate {

  private static final int SHORTEST_SECRET = 16;
  private static final int IPV4_BYTES = 4;

  private record Network(byte[] address, int bits) {

    static Network of(String rail, String text) {
      String[] parts = text.strip().split("/", 2);
      byte[] address = NetUtil.createByteArrayFromIpAddressString(parts[0]);
      int bits = bits(parts, address);
      if (address == null || bits < 0 || bits > address.length * Byte.SIZE) {
        throw new ConfigurationException(
            "payments.rail." + rail + ".callback-sources: no address or network: " + text);
      }
      return new Network(address, bits);
    }

    private static int bits(String[] parts, byte[] address) {
      if (parts.length == 1) {
        return address == null ? -1 : address.length * Byte.SIZE;
      }
      try {
        return Integer.parseInt(parts[1]);
      } catch (NumberFormatException e) {
        return -1;
      }
    }

    boolean contains(byte[] other) {
      if (other.length != address.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> bit % Byte.SIZE;
        if (((address[bit / Byte.SIZE] ^ other[bit / Byte.SIZE]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  private final Optional<byte[]> secret;
  private final List<Network> sources;

  /**
   * @param usual addresses of the network, for settings that name none
   * @throws ConfigurationException for a secret that is too short, or a source that is no address
   */
  public CallbackGate(String rail, RailSettings.Rail settings, List<String> usual) {
    secret = settings.callbackSecret().secret(settingOf(rail)).map(text -> checked(rail, text));
    sources =
        settings.callbackSources().orElse(usual).stream()
            .map(text -> Network.of(rail, text))
            .toList();
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

  /** Whether callbacks may come from this address. */
  public boolean isAllowedSource(String address) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
    return bytes != null && sources.stream().anyMatch(network -> network.contains(plain(bytes)));
  }

  /** An IPv4 address in IPv6 form, {@code ::ffff:192.0.2.1}, is that address. */
  private static byte[] plain(byte[] bytes) {
    boolean mapped =
        bytes.length > IPV4_BYTES
            && Arrays.equals(bytes, 0, 10, new byte[10], 0, 10)
            && bytes[10] == -1
            && bytes[11] == -1;
    return mapped ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
  }
}
