package org.mizani.paging;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.mizani.paging.SearchTerm.Wanted;

/**
 * Rows of a search as parts of a page's statement: those of a key by its index, those of a time
 * range by the index of the list. Ids are ordered by time, as UUIDs of version 7.
 */
final class SearchedRows {

  /** A pod that makes an id and the database that notes the time have clocks of their own. */
  private static final Duration CLOCKS_DIFFER_BY = Duration.ofMinutes(5);

  /**
   * The time of a list that goes by id. As a column it would suit the index of a business's list
   * too, which the planner takes for an empty table, and reads whole once that is full.
   */
  private static final String UNINDEXED_TIME = "created_at + interval '0'";

  private static final int BITS_BELOW_TIME = 16;

  private final String table;
  private final SearchColumns columns;
  private final PaymentSearch search;
  private final Parameters parameters;

  SearchedRows(String table, SearchColumns columns, PaymentSearch search, Parameters parameters) {
    this.table = table;
    this.columns = columns;
    this.search = search;
    this.parameters = parameters;
  }

  /**
   * The rows of the key, or of a person within the time range; empty without either. They are
   * fenced, so that the planner does not walk a list in its order until it meets them. A reference
   * is looked up once for each business where the search names none: businesses are few.
   */
  Optional<String> ofKey(Optional<Long> business) {
    Optional<List<Integer>> person = search.person();
    if (person.isPresent()) {
      return person.map(this::ofPerson);
    }
    if (search.id().isPresent()) {
      String wanted = parameters.next(search.id().get());
      return Optional.of("(SELECT * FROM %s WHERE id = %s OFFSET 0)".formatted(table, wanted));
    }
    return search
        .reference()
        .map(
            reference ->
                business
                    .map(id -> withReference(parameters.next(id), reference))
                    .orElseGet(
                        () ->
                            "(SELECT p.* FROM business b CROSS JOIN LATERAL %s p)"
                                .formatted(withReference("b.id", reference))));
  }

  /**
   * The personal data of the range, by its index: some rows of it, whose payments are looked up.
   */
  private String ofPerson(List<Integer> hashes) {
    SearchColumns.Person person = columns.person();
    Instant from = search.from().orElseThrow();
    Instant to = search.to().orElseThrow();
    return """
        (SELECT p.* FROM (
           SELECT %1$s AS id FROM %2$s
           WHERE %1$s >= %3$s AND %1$s < %4$s AND created_at >= %5$s AND created_at < %6$s
             AND %7$s = ANY (%8$s) OFFSET 0) d
         CROSS JOIN LATERAL (SELECT * FROM %9$s WHERE id = d.id OFFSET 0) p)\
        """
        .formatted(
            person.id(),
            person.table(),
            parameters.next(firstId(from.minus(CLOCKS_DIFFER_BY))),
            parameters.next(firstId(to.plus(CLOCKS_DIFFER_BY))),
            time(from),
            time(to),
            person.hash(),
            parameters.next(hashes.toArray(Integer[]::new)),
            table);
  }

  private String withReference(String business, String reference) {
    return "(SELECT * FROM %s WHERE business_id = %s AND %s = %s OFFSET 0)"
        .formatted(table, business, columns.reference(), parameters.next(reference));
  }

  /**
   * The conditions of the search beside its first key.
   *
   * @param ordersById whether the list goes by id, not by time
   * @param isWhole whether the listed rows have all columns; else they are looked up by id
   */
  List<String> conditions(boolean ordersById, boolean isWhole) {
    List<String> conditions = new ArrayList<>();
    String createdAt = ordersById ? UNINDEXED_TIME : "created_at";
    search.from().ifPresent(from -> conditions.add(createdAt + " >= " + time(from)));
    search.to().ifPresent(to -> conditions.add(createdAt + " < " + time(to)));
    if (ordersById && !search.hasKey()) {
      search
          .from()
          .map(from -> firstId(from.minus(CLOCKS_DIFFER_BY)))
          .ifPresent(id -> conditions.add("id >= " + parameters.next(id)));
      search
          .to()
          .map(to -> firstId(to.plus(CLOCKS_DIFFER_BY)))
          .ifPresent(id -> conditions.add("id < " + parameters.next(id)));
    }
    ofColumns().map(text -> isWhole ? text : lookedUp(text)).ifPresent(conditions::add);
    return conditions;
  }

  private Optional<String> ofColumns() {
    List<String> conditions =
        search.terms().stream()
            .filter(wanted -> wanted.term() != SearchTerm.PERSON)
            .map(this::condition)
            .collect(Collectors.toList());
    search
        .reference()
        .filter(reference -> search.id().isPresent())
        .map(reference -> columns.reference() + " = " + parameters.next(reference))
        .ifPresent(conditions::add);
    return Optional.of(String.join(" AND ", conditions)).filter(text -> !text.isEmpty());
  }

  private String condition(Wanted wanted) {
    Object[] names = wanted.values().stream().map(parameters::next).toArray();
    return columns.terms().get(wanted.term()).formatted(names);
  }

  /** One look-up a row: for a join the planner may scan all payments. */
  private String lookedUp(String conditions) {
    return "(SELECT %s FROM %s f WHERE f.id = listed.id)".formatted(conditions, table);
  }

  private String time(Instant time) {
    return parameters.next(time.atOffset(ZoneOffset.UTC));
  }

  /** The least id of a time. */
  private static UUID firstId(Instant time) {
    return new UUID(Math.max(0, time.toEpochMilli()) << BITS_BELOW_TIME, 0);
  }
}
