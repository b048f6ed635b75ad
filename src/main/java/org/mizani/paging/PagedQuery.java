package org.mizani.paging;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.function.Function;
import org.mizani.database.Database;

/**
 * Reads lists over all businesses, page by page. Status after status is read off an index that
 * begins with it, each from where the page begins, and no further than the page goes: however many
 * rows there are, and however rare a status is.
 */
@Singleton
public final class PagedQuery {

  /**
   * Up to {@code $5} rows of the statuses {@code $1}, behind place {@code $2, $3}, where that has
   * no time behind the age {@code $4}; of business {@code $6} if it is asked for.
   */
  static final String READ =
      """
      SELECT l.*, b.public_id
      FROM unnest($1::text[]) AS wanted (status)
      CROSS JOIN LATERAL (
        SELECT r.*
        FROM %s r
        WHERE r.status = wanted.status %s %s
          AND (r.created_at, r.id)
              < (coalesce($2::timestamptz, now() - $4::bigint * interval '1 millisecond'), $3::uuid)
        ORDER BY r.created_at DESC, r.id DESC
        LIMIT $5) l
      JOIN business b ON b.id = l.business_id
      ORDER BY l.created_at DESC, l.id DESC
      LIMIT $5
      """;

  private static final String OF_BUSINESS =
      "AND r.business_id = (SELECT id FROM business WHERE public_id = $6)";

  private final Database database;

  PagedQuery(Database database) {
    this.database = database;
  }

  /**
   * A page.
   *
   * @param from a table, or a query in parentheses, with {@code id}, {@code created_at}, {@code
   *     status}, {@code business_id}, and {@code flagged} where that is asked for
   * @param statuses all that there are
   * @param item makes an item of a row, which has the business's {@code public_id} too
   */
  public <T> Uni<Page<T>> read(
      String from, List<String> statuses, ListFilter filter, Function<Row, T> item) {
    return database
        .execute(statement(from, filter), parameters(statuses, filter))
        .map(rows -> Page.of(rows, filter.size(), item));
  }

  static String statement(String from, ListFilter filter) {
    return READ.formatted(
        from,
        filter.businessId().isPresent() ? OF_BUSINESS : "",
        filter
            .flagged()
            .map(flagged -> flagged ? "AND r.flagged" : "AND NOT r.flagged")
            .orElse(""));
  }

  private static Tuple parameters(List<String> statuses, ListFilter filter) {
    List<String> wanted = filter.status().map(List::of).orElse(statuses);
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfString(wanted.toArray(String[]::new))
            .addOffsetDateTime(filter.beginsAt())
            .addUUID(filter.beginsBehind())
            .addLong(filter.olderThanMillis())
            .addLong(filter.size() + 1L); // whether there are more
    filter.businessId().ifPresent(parameters::addUUID);
    return parameters;
  }
}
