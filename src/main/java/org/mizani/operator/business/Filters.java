package org.mizani.operator.business;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PageSize;

/**
 * The filters of a list as the query names them, blank where it does not; the first that breaks its
 * rule is the one reported.
 */
public record Filters(
    String status,
    String businessId,
    String olderThan,
    String flagged,
    String limit,
    String cursor) {

  private static final PageSize PAGE_SIZE = new PageSize(50, 500);
  // Nothing is that old, and the database can still subtract it from a time.
  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final String BOOLEANS = "true, false";

  /**
   * What is wanted of a list.
   *
   * @throws org.mizani.fault.ApiException 400 for a filter that breaks its rule, 404 for what is no
   *     business's id
   */
  ListFilter read(FilteredLists.Kind kind, CursorCodec cursors) {
    Optional<String> wanted =
        given(status).map(name -> Fields.oneOf("status", name, kind.statuses(), kind.codeOf()));
    Optional<UUID> business = given(businessId).map(PublicIds::business);
    Optional<Duration> age = given(olderThan).map(Filters::age);
    Optional<Boolean> flag = given(flagged).map(Filters::flag);
    int size = PAGE_SIZE.of(limit);
    ListFilter first = new ListFilter(wanted, business, age, flag, Optional.empty(), size);
    return new ListFilter(
        wanted, business, age, flag, Cursor.read(cursors, first.listOf(kind.name()), cursor), size);
  }

  private static Optional<String> given(String text) {
    return Optional.ofNullable(text).filter(value -> !value.isBlank());
  }

  private static Duration age(String text) {
    try {
      Duration age = Duration.parse(text);
      if (!age.isNegative()) {
        return age.compareTo(LONGEST) < 0 ? age : LONGEST;
      }
    } catch (DateTimeException e) {
      // Answered like an age that is negative.
    }
    throw ApiFault.invalid("olderThan must be an ISO 8601 duration such as PT1H").asException();
  }

  private static boolean flag(String text) {
    return Fields.oneOf(
        "flagged",
        text,
        BOOLEANS,
        value ->
            switch (value) {
              case "true" -> Optional.of(true);
              case "false" -> Optional.of(false);
              default -> Optional.empty();
            });
  }
}
