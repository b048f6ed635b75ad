package org.mizani.rail;

import java.util.Locale;
import java.util.UUID;

/**
 * Subject of a callback: a payment, or the question for the balances that the service holds with
 * the network.
 */
public record CallbackSubject(Kind kind, UUID id) {

  /** Kinds of subjects. */
  public enum Kind {
    PAYOUT,
    COLLECTION,
    BALANCES;

    /** The name in the database. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of this name in the database. */
    public static Kind ofCode(String code) {
      return valueOf(code.toUpperCase(Locale.ROOT));
    }
  }
}
