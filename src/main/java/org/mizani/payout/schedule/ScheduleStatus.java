package org.mizani.payout.schedule;

import java.util.Locale;

/** Status of a batch that was ordered for a later time. */
public enum ScheduleStatus {
  SCHEDULED,
  EXECUTING,
  EXECUTED,
  CANCELLED,
  EXPIRED;

  /** The code in the database and on the wire. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ScheduleStatus of(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }
}
