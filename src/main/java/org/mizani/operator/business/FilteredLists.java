package org.mizani.operator.business;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.mizani.business.BusinessRepository;
import org.mizani.http.Fields;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;

/** Answers lists over all businesses, a page at a time. */
@Singleton
public final class FilteredLists {

  private final BusinessRepository businesses;
  private final CursorCodec cursors;

  FilteredLists(BusinessRepository businesses, CursorCodec cursors) {
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
  public record Kind(String name, String statuses, Fields.Parser<String> codeOf) {}

  /**
   * A page of what the filters want.
   *
   * @param read reads the page
   * @param answer makes the answer of its items and the next page's cursor, null on the last
   * @throws org.mizani.fault.ApiException as {@link Filters#read}; as failure 404 {@code business
   *     not found}
   */
  public <T, A> Uni<A> page(
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
