package org.mizani.paging;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;

/**
 * What of a list over all businesses is wanted, newest first.
 *
 * @param status the name in the database
 * @param businessId of the one business that is wanted
 * @param olderThan the age since creation; a place to go on from lies behind it already
 * @param flagged whether it has to be, or must not be
 * @param behind the place that the page begins behind
 * @param size how many items the page holds
 */
public record ListFilter(
    Optional<String> status,
    Optional<UUID> businessId,
    Optional<Duration> olderThan,
    Optional<Boolean> flagged,
    Optional<Cursor> behind,
    int size) {

  private static final UUID LAST = new UUID(-1, -1);
  private static final OffsetDateTime NEVER =
      OffsetDateTime.ofInstant(Instant.parse("9999-01-01T00:00:00Z"), ZoneOffset.UTC);

  /** Where the page begins, null where that is an age. */
  public OffsetDateTime beginsAt() {
    return behind
        .map(place -> place.createdAt().atOffset(ZoneOffset.UTC))
        .orElse(olderThan.isPresent() ? null : NEVER);
  }

  /** The id that the page begins behind, at that time. */
  public UUID beginsBehind() {
    return behind.map(Cursor::id).orElse(LAST);
  }

  /** The age in milliseconds; null where it is not asked for. */
  public Long olderThanMillis() {
    return olderThan.map(Duration::toMillis).orElse(null);
  }

  /** Which list this is: a cursor is good for this one alone. */
  public String listOf(String kind) {
    return kind + "/" + status + businessId + olderThan + flagged;
  }
}
