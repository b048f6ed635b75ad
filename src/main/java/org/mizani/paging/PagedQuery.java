package org.mizani.paging;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.mizani.business.BusinessRepository;
import org.mizani.database.Database;
import org.mizani.database.replica.LaggingReads;

/**
 * Query of an operators' list, a page at a time. A list over all businesses goes by id, which is
 * ordered by time; that of one business by creation. Each page is read off an index, from the
 * position where it begins and no further than the page goes.
 */
@Singleton
public final class PagedQuery {

  private static final String ID_OF_BUSINESS = "SELECT id FROM business WHERE public_id = $1";

  private final BusinessRepository businesses;
  private final LaggingReads reads;

  PagedQuery(BusinessRepository businesses, LaggingReads reads) {
    this.businesses = businesses;
    this.reads = reads;
  }

  /**
   * Rows of a list. The statement reads all columns of the table, {@code public_id} (the
   * business's), and {@code state}.
   *
   * @param table has {@code id}, {@code created_at}, {@code status}, {@code business_id}, and
   *     {@code flagged} and {@code flag_cleared_at} where the list has that filter
   * @param state columns that are read of {@code joins}
   * @param joins joins with {@code r}, the row
   * @param ofStatus the tables, or queries in parentheses, that tell the rows of a status without a
   *     walk through all others, by the status's name in the database: with {@code id}, {@code
   *     created_at} and {@code business_id}
   * @param search the columns that the list is searched by
   * @param item makes an item of a row
   */
  public record Rows<T>(
      String table,
      String state,
      String joins,
      Map<String, String> ofStatus,
      SearchColumns search,
      Function<Row, T> item) {}

  /** Statement with its parameters. */
  record Statement(String text, List<Object> parameters) {}

  /**
   * Reads a page, which may lag, but not behind {@link ListFilter#since}; fails with 404 {@code
   * business not found} where the filter names a business that is not there.
   */
  public <T> Uni<Page<T>> read(Rows<T> rows, ListFilter filter) {
    return businessOf(filter)
        .map(business -> statement(rows, filter, business))
        .chain(
            statement ->
                reads.find(statement.text(), Tuple.from(statement.parameters()), filter.since()))
        .map(found -> page(found, filter.size()))
        .map(page -> page.map(rows.item()));
  }

  private Uni<Optional<Long>> businessOf(ListFilter filter) {
    return filter
        .businessId()
        .map(id -> idOf(id).map(Optional::of))
        .orElseGet(() -> Uni.createFrom().item(Optional.empty()));
  }

  /** A business that the replica knows needs no primary, since its id never changes. */
  private Uni<Long> idOf(UUID publicId) {
    return reads
        .execute(ID_OF_BUSINESS, Tuple.of(publicId))
        .map(found -> Database.items(found, row -> row.getLong("id")))
        .chain(
            ids ->
                ids.isEmpty()
                    ? businesses.read(publicId).map(business -> business.id())
                    : Uni.createFrom().item(ids.get(0)));
  }

  private static Page<Row> page(LaggingReads.Found found, int size) {
    return Page.of(
        Database.items(found.rows(), row -> row), size, PagedQuery::cursor, found.position());
  }

  private static Cursor cursor(Row row) {
    return Cursor.of(row.getOffsetDateTime("created_at").toInstant(), row.getUUID("id"));
  }

  private static String select(Rows<?> rows) {
    return "SELECT r.*, (SELECT public_id FROM business WHERE id = r.business_id) AS public_id, "
        + rows.state();
  }

  /**
   * The statement of a page. The size stands in the text: of a parameter as limit the planner
   * expects a tenth of the table, and would join as many rows. Each row is then found by its id, by
   * a query of its own: a join that is planned on empty tables may read all of them later.
   */
  static Statement statement(Rows<?> rows, ListFilter filter, Optional<Long> business) {
    Parameters parameters = new Parameters();
    SearchedRows searched =
        new SearchedRows(rows.table(), rows.search(), filter.search(), parameters);
    // Rows that are flagged, or were, are few, and have an index of their own.
    Optional<String> few = filter.flagged().flatMap(PagedQuery::few);
    Optional<String> ofKey = searched.ofKey(business);
    Optional<String> small =
        few.isPresent() || ofKey.isPresent() ? Optional.empty() : small(rows, filter, business);
    boolean ordersById = business.isEmpty();
    List<String> conditions = new ArrayList<>();
    filter
        .status()
        .filter(status -> small.isEmpty())
        .ifPresent(status -> conditions.add("status = " + parameters.next(status)));
    String isFlagged =
        small.isEmpty()
            ? "flagged"
            : "(SELECT flagged FROM %s f WHERE f.id = listed.id)".formatted(rows.table());
    filter.flagged().ifPresent(wanted -> conditions.add(few.orElse("NOT " + isFlagged)));
    business.ifPresent(id -> conditions.add("business_id = " + parameters.next(id)));
    filter
        .olderThan()
        .ifPresent(
            age ->
                conditions.add(
                    "created_at < now() - CAST(%s AS bigint) * interval '1 millisecond'"
                        .formatted(parameters.next(age.toMillis()))));
    conditions.addAll(searched.conditions(ordersById, small.isEmpty()));
    String key = ordersById ? "id" : "(created_at, id)";
    filter
        .after()
        .ifPresent(at -> conditions.add(key + " < " + position(ordersById, at, parameters)));
    String order = ordersById ? "id DESC" : "created_at DESC, id DESC";
    return new Statement(
        """
        %1$s
        FROM (SELECT id, created_at FROM %2$s AS listed %3$s ORDER BY %4$s LIMIT %5$d) k
        CROSS JOIN LATERAL (SELECT * FROM %6$s
                            WHERE id = k.id AND created_at = k.created_at OFFSET 0) r
        %7$s
        ORDER BY %8$s
        """
            .formatted(
                select(rows),
                ofKey
                    .or(() -> small)
                    .or(
                        () ->
                            few.filter(condition -> !ordersById)
                                .map(condition -> fewOf(rows, condition)))
                    .orElse(rows.table()),
                conditions.isEmpty() ? "" : "WHERE " + String.join(" AND ", conditions),
                order,
                filter.size() + 1, // whether there are more
                rows.table(),
                rows.joins(),
                order.replace("created_at", "k.created_at").replace("id DESC", "k.id DESC")),
        parameters.values());
  }

  /**
   * The table of small rows that has all that are looked for: of a status, or of failures where the
   * list goes by id.
   */
  private static Optional<String> small(Rows<?> rows, ListFilter filter, Optional<Long> business) {
    return filter.status().isPresent()
        ? filter.status().map(rows.ofStatus()::get)
        : Optional.of(rows.search().failed())
            .filter(table -> filter.search().isForFailures() && business.isEmpty());
  }

  /** The condition of an index that has few rows. */
  private static Optional<String> few(ListFilter.Flag flag) {
    return switch (flag) {
      case TRUE -> Optional.of("flagged");
      case CLEARED -> Optional.of("flag_cleared_at IS NOT NULL");
      case FALSE -> Optional.empty();
    };
  }

  /** All these rows: by their index, though a business's rows have one in the list's order. */
  private static String fewOf(Rows<?> rows, String condition) {
    return "(SELECT * FROM " + rows.table() + " WHERE " + condition + " OFFSET 0)";
  }

  private static String position(boolean isId, Cursor after, Parameters parameters) {
    if (isId) {
      return parameters.next(after.uuid());
    }
    String time = parameters.next(after.time().atOffset(ZoneOffset.UTC));
    return "(" + time + ", " + parameters.next(after.uuid()) + ")";
  }
}
