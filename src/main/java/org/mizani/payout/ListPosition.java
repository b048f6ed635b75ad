package org.mizani.payout;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A place in the list of payouts, newest first. Compared as the database compares its rows, that is
 * why it has the full precision of {@code created_at} and not the milliseconds that are shown.
 */
record ListPosition(Instant createdAt, UUID id) {

  private static final UUID LOWEST = new UUID(0, 0);

  /** Ahead of all that was created before this moment, behind all that was created at it. */
  static ListPosition before(Instant moment) {
    return new ListPosition(moment, LOWEST);
  }

  /** Where to go on: the other place if there is one and it lies behind this, else this. */
  ListPosition orFurtherOn(Optional<ListPosition> other) {
    return other.filter(place -> place.createdAt.isBefore(createdAt)).orElse(this);
  }
}
