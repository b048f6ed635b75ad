package org.mizani.rail.token;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Our application at a network that issues access tokens.
 *
 * @param url of the network
 */
public record TokenApplication(URI url, String key, String secret) {

  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  /**
   * Name by which rails with the same one share its token. It does not tell the key. A wrong secret
   * gets no token, and uses none that the right one has got.
   */
  public String id() {
    byte[] named = String.join("\n", network(), key, secret).getBytes(StandardCharsets.UTF_8);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(named));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java has SHA-256", e);
    }
  }

  /** The address of the network in one spelling. */
  private String network() {
    if (url.getScheme() == null || url.getHost() == null) {
      return url.toString();
    }
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
    return "%s://%s:%d%s"
        .formatted(
            scheme,
            url.getHost().toLowerCase(Locale.ROOT),
            url.getPort() == -1 ? usual : url.getPort(),
            url.getPath().replaceAll("/+$", ""));
  }

  /** The header by which it asks for a token. */
  public String basic() {
    byte[] pair = (key + ":" + secret).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  @Override
  public String toString() {
    return "TokenApplication[…]";
  }
}
