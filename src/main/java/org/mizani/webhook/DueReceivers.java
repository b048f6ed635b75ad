package org.mizani.webhook;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mizani.database.Database;
import org.mizani.webhook.queue.QueueLimits;
import org.mizani.webhook.queue.Receiver;

/**
 * Walk over the receivers with due deliveries: from business to business, and in each from receiver
 * to receiver. A step is one look into an index, however many deliveries a receiver has, and a
 * business has as many steps as any other: one with 500,000 receivers delays its own.
 */
@Singleton
final class DueReceivers {

  /** The fewest receivers that a claim reads of a business. */
  private static final int FEWEST = 4;

  /**
   * The next $2 businesses after $1 that have pending deliveries. Of each, its next $3 receivers
   * are read, after the one where the last walk stopped ($4, $5): those with due deliveries, the
   * longest waiting first, how many these are up to $6, and the receiver that this walk stops at,
   * if more may follow.
   */
  static final String STATEMENT =
      """
      WITH RECURSIVE business (id, place) AS (
        (SELECT business_id, 1
           FROM webhook_due
          WHERE business_id > $1
          ORDER BY business_id
          LIMIT 1)
        UNION ALL
        SELECT following.business_id, business.place + 1
          FROM business
         CROSS JOIN LATERAL (
               SELECT business_id
                 FROM webhook_due
                WHERE business_id > business.id
                ORDER BY business_id
                LIMIT 1) AS following
         WHERE business.place < $2
      )
      SELECT business.id,
             array_agg(receiver.host ORDER BY receiver.due_at, receiver.host)
               FILTER (WHERE receiver.due_at <= now()) AS due,
             array_agg((
               SELECT count(*)
                 FROM (SELECT
                         FROM webhook_due
                        WHERE business_id = business.id
                          AND host = receiver.host
                          AND next_attempt_at <= now()
                        LIMIT $6) AS own) ORDER BY receiver.due_at, receiver.host)
               FILTER (WHERE receiver.due_at <= now()) AS deliveries,
             max(receiver.host) FILTER (WHERE receiver.place = $3) AS stopped_at
        FROM business
        LEFT JOIN unnest($4::bigint[], $5::text[]) AS begun (business_id, host)
          ON begun.business_id = business.id
        LEFT JOIN LATERAL (
             WITH RECURSIVE step (host, due_at, place) AS (
               (SELECT host, next_attempt_at, 1
                  FROM webhook_due
                 WHERE business_id = business.id AND host > coalesce(begun.host, '')
                 ORDER BY host, next_attempt_at
                 LIMIT 1)
               UNION ALL
               SELECT following.host, following.next_attempt_at, step.place + 1
                 FROM step
                CROSS JOIN LATERAL (
                      SELECT host, next_attempt_at
                        FROM webhook_due
                       WHERE business_id = business.id AND host > step.host
                       ORDER BY host, next_attempt_at
                       LIMIT 1) AS following
                WHERE step.place < $3
             )
             SELECT host, due_at, place FROM step) AS receiver ON true
       GROUP BY business.id
       ORDER BY min(receiver.due_at)
      """;

  private final Database database;
  private final int businesses;
  private final int receivers;
  private final int counted;
  private Map<Long, String> stoppedAt = new HashMap<>();
  private long after = Long.MIN_VALUE;
  private int ofEach = FEWEST;

  DueReceivers(Database database, WebhookConfig config) {
    QueueLimits limits = config.limits();
    this.database = database;
    this.businesses = limits.claimBusinesses();
    this.receivers = limits.claimReceivers();
    this.counted = limits.claimPerReceiver();
    if (businesses < 1 || receivers < 1) {
      throw new ConfigurationException(
          "PAYMENTS_WEBHOOK_LIMITS_CLAIM_BUSINESSES and PAYMENTS_WEBHOOK_LIMITS_CLAIM_RECEIVERS must"
              + " be 1 or more.");
    }
  }

  /** A business with its due receivers, the longest waiting first. */
  private record Found(long businessId, String[] due, Long[] deliveries, String stoppedAt) {

    static Found of(Row row) {
      String[] due = row.getArrayOfStrings("due");
      return new Found(
          row.getLong("id"),
          due == null ? new String[0] : due,
          row.getArrayOfLongs("deliveries"),
          row.getString("stopped_at"));
    }
  }

  /**
   * Receivers with due deliveries, behind those that the last call has read: of each business the
   * one that has waited longest, then of each the next. Called by one claim at a time.
   *
   * @return how many are due of each; without a bound where there are more than were counted
   */
  Uni<Map<Receiver, Integer>> next() {
    List<Map.Entry<Long, String>> begun = List.copyOf(stoppedAt.entrySet());
    Tuple parameters =
        Tuple.tuple()
            .addLong(after)
            .addInteger(businesses)
            .addInteger(ofEach)
            .addArrayOfLong(begun.stream().map(Map.Entry::getKey).toArray(Long[]::new))
            .addArrayOfString(begun.stream().map(Map.Entry::getValue).toArray(String[]::new))
            .addInteger(counted);
    return database
        .list(STATEMENT, parameters, Found::of)
        .onFailure()
        .invoke(() -> ofEach = FEWEST)
        .invoke(this::resume)
        .map(this::inTurn);
  }

  private void resume(List<Found> found) {
    boolean all = found.size() < businesses;
    long last =
        all ? Long.MAX_VALUE : found.stream().mapToLong(Found::businessId).max().orElseThrow();
    Map<Long, String> next = new HashMap<>();
    stoppedAt.forEach(
        (business, host) -> {
          if (business <= after || business > last) {
            next.put(business, host);
          }
        });
    found.stream()
        .filter(business -> business.stoppedAt() != null)
        .forEach(business -> next.put(business.businessId(), business.stoppedAt()));
    stoppedAt = next;
    int estimate = all && after == Long.MIN_VALUE ? Math.max(1, found.size()) : businesses;
    ofEach = Math.max(FEWEST, receivers / estimate);
    after = all ? Long.MIN_VALUE : last;
  }

  private Map<Receiver, Integer> inTurn(List<Found> found) {
    int most = found.stream().mapToInt(business -> business.due().length).max().orElse(0);
    Map<Receiver, Integer> receivers = new LinkedHashMap<>();
    for (int place = 0; place < most; place++) {
      for (Found business : found) {
        if (place < business.due().length) {
          int deliveries = Math.toIntExact(business.deliveries()[place]);
          receivers.put(
              new Receiver(business.businessId(), business.due()[place]),
              deliveries < counted ? deliveries : Integer.MAX_VALUE);
        }
      }
    }
    return receivers;
  }
}
