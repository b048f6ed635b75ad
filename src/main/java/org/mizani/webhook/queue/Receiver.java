package org.mizani.webhook.queue;

import java.util.UUID;

/**
 * Receiver of webhooks: a business at a host, or one of its endpoints. Two businesses behind one
 * host are two receivers, and so are a business's call-backs and each of its endpoints there, so
 * that none delays another.
 *
 * @param host {@code host:port}; of an endpoint with its id, behind a slash
 */
public record Receiver(long businessId, String host) {

  private static final String BEFORE_ENDPOINT = "/";

  /** An endpoint of a business at this host. */
  public static Receiver ofEndpoint(long businessId, String host, UUID endpoint) {
    return new Receiver(businessId, host + BEFORE_ENDPOINT + endpoint);
  }

  /**
   * The SQL of a receiver's name.
   *
   * @param host column of the delivery's {@code host:port}
   * @param endpoint column of the endpoint's id, null for a call-back
   */
  public static String nameSql(String host, String endpoint) {
    return "%s || coalesce('%s' || %s, '')".formatted(host, BEFORE_ENDPOINT, endpoint);
  }

  /** Whether it is an endpoint, which shares its business alone with call-backs. */
  boolean isEndpoint() {
    return host.contains(BEFORE_ENDPOINT);
  }
}
