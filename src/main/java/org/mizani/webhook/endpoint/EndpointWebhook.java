package org.mizani.webhook.endpoint;

import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.mizani.webhook.queue.Receiver;
import org.mizani.work.BatchColumns;

/**
 * Webhook to an endpoint, to be inserted by the statement that makes the event.
 *
 * @param id of the delivery
 * @param receiver the endpoint's name in the outbox
 * @param encryptedBody the body as it is stored
 */
public record EndpointWebhook(UUID id, UUID endpointId, Receiver receiver, byte[] encryptedBody) {

  private static final String INSERT =
      """
      , endpoint_webhook AS MATERIALIZED (
        SELECT x.webhook_id AS id, s.business_id, s.id AS subject_id, e.id AS endpoint_id, e.url,
               e.host, x.body_encrypted%4$s
        FROM %1$s
        JOIN settled s ON s.position = x.settled_position
        CROSS JOIN LATERAL (
          SELECT * FROM webhook_endpoint WHERE id = x.endpoint_id OFFSET 0) e
        WHERE e.business_id = s.business_id AND e.status = 'enabled'
      ), endpoint_delivery_written AS (
        INSERT INTO webhook_delivery (
          id, created_at, business_id, subject_id, kind, url, host, endpoint_id%5$s)
        SELECT id, now(), business_id, subject_id, '%2$s', url, host, endpoint_id%5$s
        FROM endpoint_webhook
      ), endpoint_body_written AS (
        INSERT INTO webhook_body (delivery_id, created_at, body_encrypted)
        SELECT id, now(), body_encrypted FROM endpoint_webhook
      ), endpoint_due_written AS (
        INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)
        SELECT id, business_id, now(), now(), %3$s FROM endpoint_webhook
      )\
      """;

  /** The delivery of the payment's last event before this one to the same endpoint, if ordered. */
  private static final String FOLLOWS =
      """
      ,
               CASE WHEN e.ordered AND e.kinds && '{%s}' THEN coalesce(%s) END AS follows\
      """;

  private static final String EARLIER =
      """
      (
                 SELECT d.id FROM webhook_delivery d
                  WHERE d.subject_id = s.id AND d.kind = '%s' AND d.endpoint_id = e.id
                  LIMIT 1)\
      """;

  /**
   * Webhook with the place of its payment.
   *
   * @param position the number of the payment's decision, from 1
   */
  private record Placed(long position, EndpointWebhook webhook) {}

  /** Relation of the webhooks of one statement. */
  public static final class Columns {

    private final BatchColumns<Placed> columns;

    /** Columns whose parameters follow those of the decisions, and so many others. */
    public Columns(BatchColumns<?> decisions, int others) {
      this.columns =
          decisions
              .<Placed>followedAfter(others)
              .bigint("settled_position", Placed::position)
              .uuid("webhook_id", one -> one.webhook().id())
              .uuid("endpoint_id", one -> one.webhook().endpointId())
              .bytea("body_encrypted", one -> one.webhook().encryptedBody());
    }

    /**
     * Further clauses of a settle statement that insert the webhooks, due at once, where the
     * endpoint is enabled. The statement has {@code settled (id, business_id, position)}. For a
     * kind with {@link EventKind#earlier} ones it looks up the delivery of the last of them.
     */
    public String insertionOf(EventKind kind) {
      List<String> earlier = kind.earlier().stream().map(EventKind::code).toList();
      String follows =
          earlier.isEmpty()
              ? ""
              : FOLLOWS.formatted(
                  String.join(",", earlier),
                  earlier.stream().map(EARLIER::formatted).collect(Collectors.joining(", ")));
      return INSERT.formatted(
          columns.as("x"),
          kind.code(),
          Receiver.nameSql("host", "endpoint_id"),
          follows,
          earlier.isEmpty() ? "" : ", follows");
    }

    /**
     * The parameters of a statement: the decisions, those after them, and the webhooks if there is
     * one. Without any they are those of the statement without {@link #insertionOf}.
     */
    public <T> Tuple parameters(
        BatchColumns<T> decisions,
        List<T> items,
        Function<T, List<EndpointWebhook>> webhooksOf,
        Object... others) {
      List<Placed> placed =
          IntStream.range(0, items.size())
              .boxed()
              .flatMap(
                  i -> webhooksOf.apply(items.get(i)).stream().map(one -> new Placed(i + 1L, one)))
              .toList();
      List<Object> further = new ArrayList<>(List.of(others));
      further.addAll(placed.isEmpty() ? List.of() : columns.values(placed));
      return decisions.parameters(items, further.toArray());
    }
  }

  /** The receivers of webhooks, which are claimed once these are written. */
  public static Set<Receiver> receivers(Stream<List<EndpointWebhook>> webhooks) {
    return webhooks
        .flatMap(List::stream)
        .map(EndpointWebhook::receiver)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public String toString() {
    return id + " to endpoint " + endpointId;
  }
}
