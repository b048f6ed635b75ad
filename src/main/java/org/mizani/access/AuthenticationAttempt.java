package org.mizani.access;

import io.vertx.core.http.HttpServerRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.mizani.business.Sha256;
import org.mizani.http.SourceNetwork;

/**
 * Who tries to authenticate, as what failures are counted by.
 *
 * @param network where it comes from
 * @param fromAddress stands for that network
 * @param keyFromAddress stands for the key that is tried and the network together
 */
public record AuthenticationAttempt(String network, UUID fromAddress, UUID keyFromAddress) {

  /**
   * An attempt with this key.
   *
   * @param group whose credentials they are: those of each are counted by themselves
   */
  public static AuthenticationAttempt of(String group, String key, HttpServerRequest request) {
    return of(group, key, SourceNetwork.of(request));
  }

  static AuthenticationAttempt of(String group, String key, String network) {
    String address = group + "/" + network;
    return new AuthenticationAttempt(
        network, subject("address/" + address), subject("key/" + address + "/" + key));
  }

  private static UUID subject(String text) {
    ByteBuffer hash = ByteBuffer.wrap(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
    return new UUID(hash.getLong(), hash.getLong());
  }
}
