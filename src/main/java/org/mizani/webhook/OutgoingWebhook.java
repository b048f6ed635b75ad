package org.mizani.webhook;

import java.util.Optional;
import java.util.function.Function;
import org.mizani.work.BatchColumns;

/**
 * A webhook that the statement which makes a status final inserts.
 *
 * @param encryptedBody the body as it is stored
 */
public record OutgoingWebhook(WebhookDelivery delivery, byte[] encryptedBody) {

  private static final String INSERT =
      """
      webhook AS (
        INSERT INTO webhook_delivery (
          id, business_id, api_key_id, kind, subject_id, url, host, body_encrypted, next_attempt_at)
        SELECT d.webhook_id, s.business_id, s.api_key_id, '%s', s.id, d.url, d.host,
               d.body_encrypted, now() + %s * interval '1 millisecond'
        FROM settled s JOIN decision d ON d.position = s.position
        WHERE d.webhook_id IS NOT NULL
      )\
      """;

  /**
   * Clause {@code webhook} of a settle statement, which inserts the webhooks. The statement has
   * {@code settled (id, business_id, api_key_id, position)}, one row for each payment that became
   * final with the position of its decision, and {@code decision (position, webhook_id, url, host,
   * body_encrypted)}.
   *
   * @param kind {@code payout} or {@code collection}
   * @param leaseMillis the parameter with the length of this pod's lease
   */
  public static String insertionOf(String kind, String leaseMillis) {
    return INSERT.formatted(kind, leaseMillis);
  }

  /**
   * Adds the columns {@code webhook_id}, {@code url}, {@code host} and {@code body_encrypted}, null
   * where an item has no webhook.
   */
  public static <T> BatchColumns<T> addTo(
      BatchColumns<T> columns, Function<T, Optional<OutgoingWebhook>> webhookOf) {
    return columns
        .uuid("webhook_id", item -> part(item, webhookOf, w -> w.delivery().id()))
        .text("url", item -> part(item, webhookOf, w -> w.delivery().url().toString()))
        .text("host", item -> part(item, webhookOf, w -> w.delivery().host()))
        .bytea("body_encrypted", item -> part(item, webhookOf, OutgoingWebhook::encryptedBody));
  }

  private static <T, V> V part(
      T row, Function<T, Optional<OutgoingWebhook>> webhookOf, Function<OutgoingWebhook, V> value) {
    return webhookOf.apply(row).map(value).orElse(null);
  }

  @Override
  public String toString() {
    return "OutgoingWebhook[" + delivery + "]";
  }
}
