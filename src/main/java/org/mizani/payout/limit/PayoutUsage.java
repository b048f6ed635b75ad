package org.mizani.payout.limit;

import io.vertx.mutiny.sqlclient.Row;
import java.time.Duration;
import java.util.Optional;
import org.mizani.fault.ApiFault;
import org.mizani.fault.LimitFault;

/**
 * Limits of a business's payouts an hour, and of their sum a UTC day and country, as clauses of the
 * statement that creates payouts.
 *
 * <p>A limit has one row in the table {@code payout_usage}, with what was used of it in its hour or
 * day. The statement locks the rows of the businesses concerned after the wallets, decides by the
 * locked values and writes the new ones. So of any number of requests at once, on any number of
 * pods and from any wallets of the business, exactly as many are created as a limit allows.
 *
 * <p>Created payouts count, whatever becomes of them: one that failed or was returned does not make
 * room for another. While it is pending nobody knows whether it is paid, and after a contrary word
 * of its network it may have been paid after all; so a limit is never exceeded, and settling has
 * nothing more to write. A request that is refused, or repeated, does not count.
 */
public final class PayoutUsage {

  private static final String HOUR = "hour";

  private PayoutUsage() {}

  /**
   * Admits requests of the relation {@code covered}, in order. In steps:
   *
   * <ol>
   *   <li>lock the rows of the businesses that have limits, in the order of business and limit. A
   *       statement that began before the hour or day of a row counts in that of the row
   *   <li>compare each request by itself with what is used: beyond a limit it is refused
   *   <li>of the others admit those that the limits allow together; the rest is tried again
   *   <li>open the rows that are missing; their requests are tried again too, for only a row that
   *       another statement can see can be locked
   * </ol>
   */
  public static final String ADMITTED =
      """
      , locked_usage AS MATERIALIZED (
        SELECT u.id, u.business_id, u.limited, u.starts_at, u.used
        FROM payout_usage u
        WHERE u.business_id = ANY (ARRAY(
          SELECT business_id FROM covered
          WHERE most_an_hour IS NOT NULL OR most_a_day_minor IS NOT NULL))
        ORDER BY u.business_id, u.limited
        FOR NO KEY UPDATE
      ), current_usage AS MATERIALIZED (
        SELECT u.id, u.business_id, u.limited, greatest(u.starts_at, t.starts_at) AS starts_at,
               CASE WHEN u.starts_at < t.starts_at THEN 0 ELSE u.used END AS used
        FROM locked_usage u
        CROSS JOIN LATERAL (
          SELECT date_trunc(CASE u.limited WHEN 'hour' THEN 'hour' ELSE 'day' END, now(), 'UTC')
                   AS starts_at) t
      ), measured AS MATERIALIZED (
        SELECT r.*, h.used AS used_an_hour, d.used AS used_a_day,
               (r.most_an_hour IS NOT NULL AND h.id IS NULL) AS hour_is_missing,
               (r.most_a_day_minor IS NOT NULL AND d.id IS NULL) AS day_is_missing,
               h.used + 1 > r.most_an_hour AS too_many,
               d.used + r.receiver_minor > r.most_a_day_minor AS too_much,
               h.starts_at + interval '1 hour' AS hour_ends_at,
               d.starts_at + interval '24 hours' AS day_ends_at
        FROM covered r
        LEFT JOIN current_usage h ON h.business_id = r.business_id AND h.limited = 'hour'
        LEFT JOIN current_usage d ON d.business_id = r.business_id AND d.limited = r.country
      ), admitted AS (
        SELECT * FROM (
          SELECT m.*,
                 row_number() OVER (PARTITION BY m.business_id ORDER BY m.position) AS nth,
                 sum(m.receiver_minor)
                   OVER (PARTITION BY m.business_id, m.country ORDER BY m.position) AS sum_minor
          FROM measured m
          WHERE NOT m.hour_is_missing AND NOT m.day_is_missing
            AND m.too_many IS NOT TRUE AND m.too_much IS NOT TRUE
        ) queued
        WHERE (most_an_hour IS NULL OR used_an_hour + nth <= most_an_hour)
          AND (most_a_day_minor IS NULL OR used_a_day + sum_minor <= most_a_day_minor)
      ), opened AS (
        INSERT INTO payout_usage (business_id, limited, starts_at, used)
        SELECT business_id, limited, '-infinity', 0
        FROM (
          SELECT business_id, 'hour' AS limited FROM measured WHERE hour_is_missing
          UNION
          SELECT business_id, country FROM measured WHERE day_is_missing
        ) missing
        ORDER BY business_id, limited
        ON CONFLICT (business_id, limited) DO NOTHING
      )""";

  /**
   * Those of the wallets {@code $1} that are free, and whose business's limits are free too. It is
   * asked only once a statement for many payouts has met a lock, so that the payouts of other
   * businesses go on; its own locks are released at once.
   */
  public static final String FREE =
      """
      WITH wanted AS MATERIALIZED (
        SELECT business_id FROM wallet WHERE id = ANY ($1)
      ), free_usage AS MATERIALIZED (
        SELECT id FROM payout_usage
        WHERE business_id = ANY (ARRAY(SELECT business_id FROM wanted))
        FOR NO KEY UPDATE SKIP LOCKED
      ), held AS MATERIALIZED (
        SELECT business_id FROM payout_usage
        WHERE business_id = ANY (ARRAY(SELECT business_id FROM wanted))
          AND id <> ALL (ARRAY(SELECT id FROM free_usage))
      )
      SELECT id FROM wallet
      WHERE id = ANY ($1) AND business_id <> ALL (ARRAY(SELECT business_id FROM held))
      FOR NO KEY UPDATE SKIP LOCKED
      """;

  /** Counts the payouts of the relation {@code created}: each once, and the amount received. */
  public static final String COUNTED =
      """
      , counted_columns AS MATERIALIZED (
        SELECT array_agg(u.id) AS ids, array_agg(u.starts_at) AS starts_at,
               array_agg(u.used + a.added) AS used
        FROM current_usage u
        JOIN (
          SELECT m.business_id, l.limited, sum(l.added)::bigint AS added
          FROM created c
          JOIN measured m ON m.id = c.id
          CROSS JOIN LATERAL (
            SELECT 'hour', 1::bigint WHERE m.most_an_hour IS NOT NULL
            UNION ALL
            SELECT m.country, m.receiver_minor WHERE m.most_a_day_minor IS NOT NULL
          ) l (limited, added)
          GROUP BY m.business_id, l.limited
        ) a ON a.business_id = u.business_id AND a.limited = u.limited
      ), counted AS (
        UPDATE payout_usage u
        SET starts_at = n.starts_at[array_position(n.ids, u.id)],
            used = n.used[array_position(n.ids, u.id)]
        FROM counted_columns n
        WHERE u.id = ANY (n.ids)
      )""";

  /** Columns of a request's answer: the limit that is used up, and when there is room again. */
  public static final String USED_UP =
      """
      CASE WHEN m.too_much THEN m.country WHEN m.too_many THEN 'hour' END AS used_up,
             (extract(epoch FROM CASE WHEN m.too_much THEN m.day_ends_at ELSE m.hour_ends_at END
                                 - now()) * 1000)::bigint AS free_in_ms""";

  /** The same columns of a statement without limits. */
  public static final String NOT_USED_UP = "NULL::text AS used_up, NULL::bigint AS free_in_ms";

  /** Joins what is used of the limits of the request {@code r}. */
  public static final String OF_REQUEST = "LEFT JOIN measured m ON m.id = r.id";

  /**
   * The refusal of a request for which a limit is used up: that which lasts longer, if both are.
   */
  public static Optional<ApiFault> refusal(Row row) {
    return Optional.ofNullable(row.getString("used_up"))
        .map(limited -> refusal(limited, Duration.ofMillis(row.getLong("free_in_ms"))));
  }

  private static ApiFault refusal(String limited, Duration freeIn) {
    return limited.equals(HOUR)
        ? LimitFault.payoutsExceeded(freeIn)
        : LimitFault.daySumExceeded(limited, freeIn);
  }
}
