package org.mizani.paging;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.hibernate.reactive.mutiny.Mutiny;
import org.mizani.business.Business;
import org.mizani.database.Database;
import org.mizani.database.LaggingReads;
import org.mizani.fault.ApiFault;

/**
 * Query of an operators' list, a page at a time. A list over all businesses goes by id, which is
 * ordered by time; that of one business by creation. Each page is read off an index, from the
 * position where it begins and no further than the page goes.
 */
@Singleton
public final class PagedQuery {

  private final Database database;
  private final LaggingReads reads;

  PagedQuery(Database database, LaggingReads reads) {
    this.database = database;
    this.reads = reads;
  }

  /** Entity of an operators' list. */
  public interface Listed {

    UUID id();

    /** With the microseconds of the database. */
    Instant createdAt();
  }

  /**
   * Rows of a list: an entity, and what other tables say of it. The {@link
   * jakarta.persistence.SqlResultSetMapping} with the table's name makes them: the entity of all
   * columns of the table, the state of {@code public_id} (the business's) and {@code columns}.
   *
   * @param columns what is read of {@code joins}
   * @param table has {@code id}, {@code created_at}, {@code status}, {@code business_id}, and
   *     {@code flagged} where the list has that filter
   * @param joins joins with {@code r}, the row
   * @param ofStatus the tables, or queries in parentheses, that tell the rows of a status without a
   *     walk through all others, by the status's name in the database: with {@code id}, {@code
   *     created_at} and {@code business_id}
   */
  public record Rows<E extends Listed, S>(
      Class<E> entity,
      Class<S> state,
      String columns,
      String table,
      String joins,
      Map<String, String> ofStatus) {}

  /** Statement with its parameters. */
  private record Statement(String text, List<Object> parameters) {}

  /**
   * Reads a page, which may lag; fails with 404 {@code business not found} where the filter names a
   * business that is not there.
   *
   * @param item makes an item of an entity and its state
   */
  public <E extends Listed, S, T> Uni<Page<T>> read(
      Rows<E, S> rows, ListFilter filter, BiFunction<E, S, T> item) {
    return reads
        .read(
            () ->
                businessOf(filter)
                    .chain(business -> results(rows, statement(rows, filter, business))))
        .map(
            found -> Page.of(found, filter.size(), result -> cursor(rows.entity().cast(result[0]))))
        .map(page -> page.map(result -> item(rows, result, item)));
  }

  /** Reads the row with this id. */
  public <E extends Listed, S, T> Uni<Optional<T>> find(
      Rows<E, S> rows, UUID id, BiFunction<E, S, T> item) {
    return database
        .read(() -> results(rows, new Statement(ofId(rows), List.of(id))))
        .map(found -> found.stream().findFirst().map(result -> item(rows, result, item)));
  }

  private static Uni<List<Object[]>> results(Rows<?, ?> rows, Statement statement) {
    return Panache.getSession().chain(session -> results(session, rows, statement));
  }

  private static Uni<List<Object[]>> results(
      Mutiny.Session session, Rows<?, ?> rows, Statement statement) {
    Mutiny.SelectionQuery<Object[]> query =
        session.createNativeQuery(
            statement.text(), session.getResultSetMapping(Object[].class, rows.table()));
    for (int i = 0; i < statement.parameters().size(); i++) {
      query.setParameter(i + 1, statement.parameters().get(i));
    }
    return query.getResultList();
  }

  private static <E extends Listed, S, T> T item(
      Rows<E, S> rows, Object[] result, BiFunction<E, S, T> item) {
    return item.apply(rows.entity().cast(result[0]), rows.state().cast(result[1]));
  }

  private static Uni<Optional<Long>> businessOf(ListFilter filter) {
    return filter
        .businessId()
        .map(
            id ->
                Business.<Business>find("publicId", id)
                    .firstResult()
                    .onItem()
                    .ifNull()
                    .failWith(ApiFault.BUSINESS_NOT_FOUND::asException)
                    .map(business -> Optional.of(business.id())))
        .orElseGet(() -> Uni.createFrom().item(Optional.empty()));
  }

  private static Cursor cursor(Listed listed) {
    return Cursor.of(listed.createdAt(), listed.id());
  }

  private static String select(Rows<?, ?> rows) {
    return "SELECT r.*, (SELECT public_id FROM business WHERE id = r.business_id) AS public_id, "
        + rows.columns();
  }

  /** The statement of one row, found by its id however the planner sees the tables. */
  private static String ofId(Rows<?, ?> rows) {
    return """
        %s
        FROM (SELECT * FROM %s WHERE id = ?1 OFFSET 0) r
        %s
        """
        .formatted(select(rows), rows.table(), rows.joins());
  }

  /**
   * The statement of a page. The size stands in the text: of a parameter as limit the planner
   * expects a tenth of the table, and would join as many rows. Each row is then found by its id, by
   * a query of its own: a join that is planned on empty tables may read all of them later.
   */
  private static Statement statement(Rows<?, ?> rows, ListFilter filter, Optional<Long> business) {
    List<Object> parameters = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    // Flagged rows are few, and have an index of their own.
    boolean flagged = filter.flagged().orElse(false);
    Optional<String> ofStatus = filter.status().map(rows.ofStatus()::get).filter(table -> !flagged);
    if (ofStatus.isEmpty()) {
      filter.status().ifPresent(status -> conditions.add("status = " + next(parameters, status)));
    }
    String isFlagged =
        ofStatus.isEmpty()
            ? "flagged"
            : "(SELECT flagged FROM %s f WHERE f.id = listed.id)".formatted(rows.table());
    filter.flagged().ifPresent(wanted -> conditions.add((wanted ? "" : "NOT ") + isFlagged));
    business.ifPresent(id -> conditions.add("business_id = " + next(parameters, id)));
    filter
        .olderThan()
        .ifPresent(
            age ->
                conditions.add(
                    "created_at < now() - CAST(%s AS bigint) * interval '1 millisecond'"
                        .formatted(next(parameters, age.toMillis()))));
    String key = business.isPresent() ? "(created_at, id)" : "id";
    filter
        .behind()
        .ifPresent(at -> conditions.add(key + " < " + position(business, at, parameters)));
    String order = business.isPresent() ? "created_at DESC, id DESC" : "id DESC";
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
                ofStatus.orElse(flagged && business.isPresent() ? flaggedOf(rows) : rows.table()),
                conditions.isEmpty() ? "" : "WHERE " + String.join(" AND ", conditions),
                order,
                filter.size() + 1, // whether there are more
                rows.table(),
                rows.joins(),
                order.replace("created_at", "k.created_at").replace("id DESC", "k.id DESC")),
        parameters);
  }

  /** All flagged rows: by their index, though a business's rows have one in the list's order. */
  private static String flaggedOf(Rows<?, ?> rows) {
    return "(SELECT * FROM " + rows.table() + " WHERE flagged OFFSET 0)";
  }

  private static String position(Optional<Long> business, Cursor behind, List<Object> parameters) {
    if (business.isEmpty()) {
      return next(parameters, behind.uuid());
    }
    String time = next(parameters, behind.time());
    return "(" + time + ", " + next(parameters, behind.uuid()) + ")";
  }

  /** Adds a parameter; answers its name. */
  private static String next(List<Object> parameters, Object value) {
    parameters.add(value);
    return "?" + parameters.size();
  }
}
