package org.mizani.paging;

import io.smallrye.mutiny.Uni;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.database.replica.WalPosition;
import org.mizani.fault.ApiFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;

/**
 * Filter of an operators' list, which covers all businesses, newest first.
 *
 * <pre>{@code
 * return query.answer(KIND, codec, repository::list); // a ListFilter.Query, of the request
 * }</pre>
 *
 * @param list the name of the list with these filters: cursors are bound to it
 * @param status the status's name in the database
 * @param olderThan the age since creation
 * @param search what else the list's payments fulfil
 * @param after the position that the page begins after, if it is not the first page
 * @param size the number of items the page has at most
 * @param since the position of an earlier page, which the read has to reach in order to fit it
 */
public record ListFilter(
    String list,
    Optional<String> status,
    Optional<UUID> businessId,
    Optional<Duration> olderThan,
    Optional<Flag> flagged,
    PaymentSearch search,
    Optional<Cursor> after,
    int size,
    WalPosition since) {

  /** Filter of a page that may lag behind all others. */
  public ListFilter(
      String list,
      Optional<String> status,
      Optional<UUID> businessId,
      Optional<Duration> olderThan,
      Optional<Flag> flagged,
      PaymentSearch search,
      Optional<Cursor> after,
      int size) {
    this(list, status, businessId, olderThan, flagged, search, after, size, WalPosition.ANY);
  }

  /** Which payments by their flag. */
  public enum Flag {
    /** Those that are flagged. */
    TRUE,
    /** Those that are not. */
    FALSE,
    /** Those whose flag was cleared, whether they were flagged again or not. */
    CLEARED;

    private static final ClosedSet NAMES = ClosedSet.of("true", "false", "cleared");

    private static Flag of(String text) {
      return valueOf(NAMES.required("flagged", text).toUpperCase(Locale.ROOT));
    }
  }

  /**
   * Kind of list.
   *
   * @param name its name, such as {@code operator/payouts}
   * @param statuses the statuses' names on the wire, as messages list them
   * @param codeOf finds the name in the database of a name on the wire
   */
  public record Kind(String name, String statuses, Fields.Parser<String> codeOf) {}

  /** The same filter of a page that begins after a cursor, and lags behind no position. */
  public ListFilter page(Optional<Cursor> from, int items, WalPosition position) {
    return new ListFilter(
        list, status, businessId, olderThan, flagged, search, from, items, position);
  }

  /** Query parameters as they were sent; null or blank where the query names none. */
  public record Query(
      @RestQuery String status,
      @RestQuery String businessId,
      @RestQuery String olderThan,
      @RestQuery String flagged,
      @RestQuery String limit,
      @RestQuery String cursor) {

    // Longer than any payment is old; the database can still subtract it from a time.
    private static final Duration MAX_AGE = Duration.ofDays(36_500);

    /**
     * The filter of these parameters.
     *
     * @throws org.mizani.fault.ApiFault.ApiException 400 of the first parameter that breaks its
     *     rule; 404 {@code business not found} for a text that cannot be a business's id
     */
    public ListFilter parse(Kind kind, PaymentSearch search, CursorCodec codec) {
      Optional<String> code =
          given(status).map(name -> Fields.oneOf("status", name, kind.statuses(), kind.codeOf()));
      Optional<UUID> business = given(businessId).map(PublicIds::business);
      Optional<Duration> age = given(olderThan).map(Query::age);
      Optional<Flag> flag = given(flagged).map(Flag::of);
      int size = PageSize.DEFAULT.of(limit);
      String list = kind.name() + "/" + code + business + age + flag + search;
      return new ListFilter(
          list, code, business, age, flag, search, codec.decode(list, cursor), size);
    }

    /**
     * The answer of the list with these parameters.
     *
     * @param read reads its page, by a {@link PagedQuery}
     * @throws org.mizani.fault.ApiFault.ApiException as {@link #parse}
     */
    public <T> Uni<ListAnswer<T>> answer(
        Kind kind, CursorCodec codec, Function<ListFilter, Uni<Page<T>>> read) {
      return answer(kind, PaymentSearch.ALL, codec, read);
    }

    /** The same of a search in the list. */
    public <T> Uni<ListAnswer<T>> answer(
        Kind kind,
        PaymentSearch search,
        CursorCodec codec,
        Function<ListFilter, Uni<Page<T>>> read) {
      ListFilter filter = parse(kind, search, codec);
      return read.apply(filter).map(page -> codec.answer(filter.list(), page));
    }

    private static Optional<String> given(String text) {
      return Optional.ofNullable(text).filter(value -> !Fields.isBlank(value));
    }

    private static Duration age(String text) {
      try {
        Duration age = Duration.parse(text);
        if (!age.isNegative()) {
          return age.compareTo(MAX_AGE) < 0 ? age : MAX_AGE;
        }
      } catch (DateTimeException e) {
        // Answered like an age that is negative.
      }
      throw ApiFault.invalid("olderThan", "must be an ISO 8601 duration such as PT1H")
          .asException();
    }
  }
}
