package org.mizani.rail.statement;

import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.mizani.money.Money;

/**
 * Payment of the database.
 *
 * @param amount that its rail moved, as far as we know
 * @param receipt the network's number, or null
 * @param references all of the network's numbers of it, that of its return too
 */
record KnownPayment(
    UUID id,
    Kind kind,
    String rail,
    Money amount,
    State state,
    String receipt,
    Set<String> references) {

  /** Kind of payment. */
  enum Kind {
    PAYOUT(Direction.OUT),
    COLLECTION(Direction.IN);

    private final Direction direction;

    Kind(Direction direction) {
      this.direction = direction;
    }

    Direction direction() {
      return direction;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** State of a payment. A collection is done when its wallet was credited. */
  enum State {
    PENDING,
    DONE,
    FAILED,
    RETURNED;

    String word() {
      return this == DONE ? "successful" : name().toLowerCase(Locale.ROOT);
    }
  }
}
