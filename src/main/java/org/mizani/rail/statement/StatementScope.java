package org.mizani.rail.statement;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Scope of a comparison.
 *
 * @param rail of the payments
 * @param lookBack the longest time from the creation of a payment to its line, for lines without
 *     our id
 * @param window of creation, whose payments are looked for in the statement; empty if none are
 */
public record StatementScope(String rail, Duration lookBack, Optional<Window> window) {

  /** Time from a moment on, until before another. */
  public record Window(Instant from, Instant to) {}
}
