package org.mizani.access;

import io.vertx.core.http.HttpServerRequest;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.mizani.business.SecretHash;
import org.mizani.http.SourceNetwork;

/**
 * Attempt to authenticate, with the subjects that its failure counts for.
 *
 * @param network its source
 * @param fromAddress hash of that network
 * @param keyFromAddress hash of the key and that network
 */
public record AuthenticationAttempt(String network, UUID fromAddress, UUID keyFromAddress) {

  /**
   * The attempt of a request with this key.
   *
   * @param group the kind of credentials; each kind is counted separately
   */
  public static AuthenticationAttempt of(String group, String key, HttpServerRequest request) {
    return of(group, key, SourceNetwork.of(request));
  }

  static AuthenticationAttempt of(String group, String key, String network) {
    String address = group + "/" + network;
    return new AuthenticationAttempt(
        network, subject("address/" + address), subject("key/" + address + "/" + key));
  }

  /** The subject of a count, which does not reveal its text. */
  static UUID subject(String text) {
    ByteBuffer hash = ByteBuffer.wrap(SecretHash.sha256(text));
    return new UUID(hash.getLong(), hash.getLong());
  }
}
