package org.mizani.payout.limit;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.mizani.database.Database;

/**
 * Reads how much of its limits a business has used, in the hour and the UTC day of the database's
 * clock, as {@link PayoutUsage} counts it.
 */
@Singleton
public final class UsedLimits {

  /** The name of the limit of payouts an hour; that of a sum a day is the country's code. */
  public static final String HOUR = "hour";

  /** The limits {@code $2} of business {@code $1}; one without a row is unused. */
  private static final String READ =
      """
      SELECT l.limited, greatest(u.starts_at, l.starts_at) + l.lasts AS ends_at,
             CASE WHEN u.starts_at >= l.starts_at THEN u.used ELSE 0 END AS used
      FROM (SELECT limited,
                   date_trunc(CASE limited WHEN 'hour' THEN 'hour' ELSE 'day' END, now(), 'UTC')
                     AS starts_at,
                   CASE limited WHEN 'hour' THEN interval '1 hour' ELSE interval '24 hours' END
                     AS lasts
            FROM unnest($2::text[]) limited) l
      LEFT JOIN LATERAL (SELECT starts_at, used FROM payout_usage
                         WHERE business_id = $1 AND limited = l.limited LIMIT 1) u ON true
      """;

  private final Database database;

  UsedLimits(Database database) {
    this.database = database;
  }

  /**
   * Use of one limit.
   *
   * @param used the number of payouts, or their sum in minor units
   * @param endsAt when it begins anew
   */
  public record Use(String limited, long used, Instant endsAt) {

    private static Use of(Row row) {
      return new Use(
          row.getString("limited"),
          row.getLong("used"),
          row.getOffsetDateTime("ends_at").toInstant());
    }
  }

  /** The use of these limits, by their names. */
  public Uni<Map<String, Use>> of(long businessId, List<String> limited) {
    if (limited.isEmpty()) {
      return Uni.createFrom().item(Map.of());
    }
    return database
        .list(READ, Tuple.of(businessId, limited.toArray(String[]::new)), Use::of)
        .map(found -> found.stream().collect(Collectors.toMap(Use::limited, Function.identity())));
  }
}
