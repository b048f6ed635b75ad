package org.mizani.screening;

import java.util.Locale;

/** State of a pending payout's screening. */
public enum ScreeningState {
  /** It was not screened. */
  NONE,
  /** It waits for an operator. */
  HELD,
  /** It may be submitted: allowed by the service, or released by an operator. */
  CLEARED;

  /** The state of this name in the database. */
  public static ScreeningState ofCode(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }
}
