package org.mizani.paging;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.function.Function;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;

/**
 * Query of a list over all businesses, a page at a time. It reads each status off an index that
 * begins with the status, from the position where the page begins and no further than the page
 * goes. So a page costs the same however many rows there are and however rare a status is.
 */
@Singleton
public final class PagedQuery {

  /**
   * Up to {@code $5} rows of the statuses {@code $1} behind the position {@code $2, $3}; where
   * {@code $2} is null, behind the age {@code $4}. Of business {@code $6} alone where the filter
   * names one.
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

  private static final String FIND_BUSINESS = "SELECT 1 FROM business WHERE public_id = $1";

  private final Database database;

  PagedQuery(Database database) {
    this.database = database;
  }

  /**
   * Reads a page; fails with 404 {@code business not found} where the filter names a business that
   * is not there.
   *
   * @param from a table, or a query in parentheses, with {@code id}, {@code created_at}, {@code
   *     status}, {@code business_id}, and {@code flagged} where the list has that filter
   * @param statuses all statuses, by their names in the database
   * @param item makes an item of a row, which has the business's {@code public_id} too
   */
  public <T> Uni<Page<T>> read(
      String from, List<String> statuses, ListFilter filter, Function<Row, T> item) {
    return requireBusiness(filter)
        .chain(
            () ->
                database.list(
                    statement(from, filter), parameters(statuses, filter), Function.identity()))
        .map(rows -> Page.of(rows, filter.size(), PagedQuery::cursor).map(item));
  }

  private Uni<Void> requireBusiness(ListFilter filter) {
    if (filter.businessId().isEmpty()) {
      return Uni.createFrom().voidItem();
    }
    return database
        .execute(FIND_BUSINESS, Tuple.of(filter.businessId().get()))
        .invoke(
            rows -> {
              if (rows.size() == 0) {
                throw ApiFault.BUSINESS_NOT_FOUND.asException();
              }
            })
        .replaceWithVoid();
  }

  private static Cursor cursor(Row row) {
    return Cursor.of(row.getOffsetDateTime("created_at").toInstant(), row.getUUID("id"));
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
