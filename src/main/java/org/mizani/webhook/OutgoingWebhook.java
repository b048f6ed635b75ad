package org.mizani.webhook;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.mizani.webhook.queue.WebhookDelivery;
import org.mizani.work.BatchColumns;

/**
 * Webhook to be inserted by the statement that makes a status final.
 *
 * @param encryptedBody the body as it is stored
 */
public record OutgoingWebhook(WebhookDelivery delivery, byte[] encryptedBody) {

  private static final String INSERT =
      """
      webhook AS MATERIALIZED (
        SELECT d.webhook_id AS id, s.business_id, s.api_key_id, s.id AS subject_id, d.url, d.host,
               d.body_encrypted
        FROM settled s JOIN decision d ON d.position = s.position
        WHERE d.webhook_id IS NOT NULL
      ), webhook_delivery_written AS (
        INSERT INTO webhook_delivery (
          id, created_at, business_id, api_key_id, subject_id, kind, url, host)
        SELECT id, now(), business_id, api_key_id, subject_id, '%s', url, host
        FROM webhook
      ), webhook_body_written AS (
        INSERT INTO webhook_body (delivery_id, created_at, body_encrypted)
        SELECT id, now(), body_encrypted FROM webhook
      ), webhook_due_written AS (
        INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)
        SELECT id, business_id, now(), now() + %s::bigint * interval '1 millisecond', host
        FROM webhook
      )\
      """;

  /**
   * Clauses of a settle statement that insert the webhooks: each with its delivery, its body and a
   * row that makes it due. The statement has {@code settled (id, business_id, api_key_id,
   * position)}, one row for each payment that became final with the position of its decision, and
   * {@code decision (position, webhook_id, url, host, body_encrypted)}.
   *
   * @param kind {@code payout}, {@code payout_return} or {@code collection}
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

  /**
   * The deliveries that a statement has written.
   *
   * @param webhooks of its rows, where they have one
   * @param written whether the row of this position was written
   */
  public static List<WebhookDelivery> written(
      List<Optional<OutgoingWebhook>> webhooks, IntPredicate written) {
    return IntStream.range(0, webhooks.size())
        .filter(written)
        .mapToObj(webhooks::get)
        .flatMap(Optional::stream)
        .map(OutgoingWebhook::delivery)
        .toList();
  }
}
