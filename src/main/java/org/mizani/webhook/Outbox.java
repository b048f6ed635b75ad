package org.mizani.webhook;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.log.RedactedFailure;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.webhook.queue.Lease;
import org.mizani.webhook.queue.Receiver;
import org.mizani.webhook.queue.WebhookDelivery;
import org.mizani.webhook.queue.WebhookDelivery.ToEndpoint;

/** Claims and leases of the outbox: pending deliveries stand in the table {@code webhook_due}. */
@Singleton
final class Outbox {

  private static final Logger LOG = Logger.getLogger(Outbox.class);

  /**
   * Leases due deliveries of the receivers ($1, $2), at most $3 of each, for $4 milliseconds of the
   * database's clock, and reads them. Rows that another pod is about to lease are skipped. The ids
   * go through an array because the planner estimates an unknown limit as a tenth of all rows, and
   * would read the whole table to join them. A delivery and its body are read through a limit of
   * one row, so that the planner has no choice but one look into one partition. Of a delivery that
   * is gone, as with its month, all but the id is null; of an erased body, the body.
   */
  static final String CLAIM =
      """
      WITH due AS (
        SELECT delivery.id
          FROM unnest($1::bigint[], $2::text[], $3::integer[]) AS receiver (business_id, host, room)
         CROSS JOIN LATERAL (
               SELECT id
                 FROM webhook_due
                WHERE business_id = receiver.business_id
                  AND host = receiver.host
                  AND next_attempt_at <= now()
                ORDER BY next_attempt_at
                LIMIT receiver.room
                  FOR UPDATE SKIP LOCKED) AS delivery
      ), leased AS (
        UPDATE webhook_due
           SET next_attempt_at = now() + $4::bigint * interval '1 millisecond'
         WHERE id = ANY (ARRAY(SELECT id FROM due))
        RETURNING id, created_at, replays
      )
      SELECT leased.id, leased.replays, delivery.*, body.body_encrypted
        FROM leased
        LEFT JOIN LATERAL (
             SELECT business_id, api_key_id, endpoint_id, follows, kind, url, attempts
               FROM webhook_delivery
              WHERE id = leased.id AND created_at = leased.created_at
              LIMIT 1) AS delivery ON true
        LEFT JOIN LATERAL (
             SELECT body_encrypted
               FROM webhook_body
              WHERE delivery_id = leased.id AND created_at = leased.created_at
              LIMIT 1) AS body ON true
      """;

  /** Gives up $1. A delivery that is gone is in no list of dead ones. */
  private static final String END_ERASED =
      """
      WITH ended AS (
        DELETE FROM webhook_due WHERE id = ANY ($1::uuid[]) RETURNING id
      ), died AS (
        UPDATE webhook_delivery
           SET status = 'dead', updated_at = now()
         WHERE id = ANY (ARRAY(SELECT id FROM ended))
        RETURNING id, business_id, created_at, endpoint_id
      )
      INSERT INTO webhook_dead (id, business_id, created_at, endpoint_id)
      SELECT id, business_id, created_at, endpoint_id FROM died
      """;

  /** Ends the leases of $1 now. */
  private static final String GIVE_BACK =
      """
      UPDATE webhook_due
         SET next_attempt_at = least(next_attempt_at, now())
       WHERE id = ANY ($1::uuid[])
      """;

  private final Database database;
  private final FieldEncryption encryption;
  private final long leaseMillis;
  private final Duration usableLease;
  private final Duration attemptTimeout;

  Outbox(Database database, FieldEncryption encryption, WebhookConfig config) {
    this.database = database;
    this.encryption = encryption;
    this.leaseMillis = config.lease().toMillis();
    this.usableLease = usableLease(config);
    this.attemptTimeout = config.http().timeout();
  }

  private static Duration usableLease(WebhookConfig config) {
    Duration usable = config.lease().minus(config.http().timeout().multipliedBy(2));
    if (usable.isNegative() || usable.isZero()) {
      throw new ConfigurationException(
          "payments.webhook.lease must be longer than twice payments.webhook.http.timeout.");
    }
    return usable;
  }

  /**
   * A lease that begins now. A delivery may wait for its turn until twice the time-out of an
   * attempt is left, and be given back until once the time-out is left.
   */
  Lease leaseFrom(Instant now) {
    return new Lease(now.plus(usableLease), now.plus(usableLease).plus(attemptTimeout));
  }

  /**
   * Leases due deliveries, at most so many of each receiver. A delivery that cannot be read is left
   * out: an error is logged, and it is due again when its lease ends. One that is gone, or whose
   * body was erased, is pending no more, since it can never be sent.
   */
  Uni<List<WebhookDelivery>> claim(Map<Receiver, Integer> capacities) {
    List<Receiver> receivers = List.copyOf(capacities.keySet());
    return database
        .list(
            CLAIM,
            Tuple.tuple()
                .addArrayOfLong(receivers.stream().map(Receiver::businessId).toArray(Long[]::new))
                .addArrayOfString(receivers.stream().map(Receiver::host).toArray(String[]::new))
                .addArrayOfInteger(receivers.stream().map(capacities::get).toArray(Integer[]::new))
                .addLong(leaseMillis),
            row -> row)
        .call(this::endErased)
        .map(rows -> rows.stream().map(this::read).flatMap(Optional::stream).toList());
  }

  /** Never fails: one that could not be ended is claimed again. */
  private Uni<Void> endErased(List<Row> claimed) {
    List<UUID> erased =
        claimed.stream().filter(Outbox::isErased).map(row -> row.getUUID("id")).toList();
    if (erased.isEmpty()) {
      return Uni.createFrom().voidItem();
    }
    return database
        .execute(END_ERASED, Tuple.tuple().addArrayOfUUID(erased.toArray(UUID[]::new)))
        .replaceWithVoid()
        .invoke(() -> erased.forEach(Outbox::reportErased))
        .onFailure()
        .invoke(
            failure ->
                LOG.warnf(
                    "%d webhooks without a body cannot be given up: %s",
                    erased.size(), RedactedFailure.words(failure)))
        .onFailure()
        .recoverWithNull();
  }

  private static void reportErased(UUID id) {
    LOG.errorf("Webhook delivery %s is not sent: it was erased, or its body.", id);
  }

  /** The receivers of which a claim took as many as it could, so that more may be due. */
  static Set<Receiver> exhausted(Map<Receiver, Integer> capacities, List<WebhookDelivery> claimed) {
    Map<Receiver, Integer> counts = new HashMap<>();
    claimed.forEach(delivery -> counts.merge(delivery.receiver(), 1, Integer::sum));
    return counts.keySet().stream()
        .filter(receiver -> counts.get(receiver).equals(capacities.get(receiver)))
        .collect(Collectors.toUnmodifiableSet());
  }

  private Optional<WebhookDelivery> read(Row row) {
    UUID id = row.getUUID("id");
    if (isErased(row)) {
      return Optional.empty();
    }
    try {
      Long apiKeyId = row.getLong("api_key_id");
      return Optional.of(
          new WebhookDelivery(
              id,
              row.getLong("business_id"),
              apiKeyId == null ? OptionalLong.empty() : OptionalLong.of(apiKeyId),
              Optional.ofNullable(row.getUUID("endpoint_id"))
                  .map(endpoint -> new ToEndpoint(endpoint, isTest(row), follows(row))),
              CallbackUrl.parse(row.getString("url")),
              encryption.decrypt(
                  WebhookDelivery.encryptionContext(id),
                  row.getBuffer("body_encrypted").getBytes()),
              row.getInteger("attempts"),
              row.getInteger("replays")));
    } catch (RuntimeException e) {
      LOG.errorf("Webhook delivery %s cannot be read: %s", id, RedactedFailure.words(e));
      return Optional.empty();
    }
  }

  private static boolean isTest(Row row) {
    return row.getString("kind").equals("endpoint_test");
  }

  private static Optional<UUID> follows(Row row) {
    return Optional.ofNullable(row.getUUID("follows"));
  }

  private static boolean isErased(Row row) {
    return row.getString("url") == null || row.getBuffer("body_encrypted") == null;
  }

  /** Ends this pod's leases now, so that another pod sends the deliveries without a wait. */
  Uni<Void> giveBack(List<UUID> ids) {
    if (ids.isEmpty()) {
      return Uni.createFrom().voidItem();
    }
    return database
        .execute(GIVE_BACK, Tuple.tuple().addArrayOfUUID(ids.toArray(UUID[]::new)))
        .replaceWithVoid();
  }
}
