package org.mizani.operator;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.mizani.business.BusinessRegister;
import org.mizani.web.Cursors;
import org.mizani.web.Fields;
import org.mizani.web.ListFilter;
import org.mizani.web.Page;

/** Answers lists over all businesses, a page at a time. */
@Singleton
final class FilteredLists {

  private final BusinessRegister businesses;
  private final Cursors cursors;

  FilteredLists(BusinessRegister businesses, Cursors cursors) {
    this.businesses = businesses;
    this.cursors = cursors;
  }

  /**
   * What is listed.
   *
   * @param name keeps the cursors of one list from being taken for those of another
   * @param statuses the names that its statuses have on the wire, as messages list them
   * @param codeOf the name in the database of one on the wire
   */
  record Kind(String name, String statuses, Fields.Parser<String> codeOf) {}

  /**
   * A page of what the filters want.
   *
   * @param read reads the page
   * @param answer makes the answer of its items and the next page's cursor, null on the last
   * @throws org.mizani.fault.ApiException as {@link Filters#read}; as failure 404 {@code business
   *     not found}
   */
  <T, A> Uni<A> page(
      Kind kind,
      Filters filters,
      Function<ListFilter, Uni<Page<T>>> read,
      BiFunction<List<T>, String, A> answer) {
    ListFilter wanted = filters.read(kind, cursors);
    String list = wanted.listOf(kind.name());
    return check(wanted.businessId())
        .chain(() -> read.apply(wanted))
        .map(
            page ->
                answer.apply(
                    page.items(),
                    page.next().map(place -> place.write(cursors, list)).orElse(null)));
  }

  private Uni<Void> check(Optional<UUID> businessId) {
    return businessId
        .map(id -> businesses.read(id).replaceWithVoid())
        .orElseGet(() -> Uni.createFrom().voidItem());
  }
}
