package org.mizani.sweep;

import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.mizani.support.Rows;

/** Lets days pass for sweeps: their times move back, as if time had gone on. */
final class ElapsedDays {

  private ElapsedDays() {}

  /** The time of day one minute ago (UTC); it comes again in a day less some minutes. */
  static LocalTime oneMinuteAgo() {
    return LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES).minusMinutes(1);
  }

  /** Lets this many days pass for all sweeps. */
  static void pass(Rows rows, int days) {
    statements(days).forEach(rows::execute);
  }

  /**
   * The statements by which this many days pass. Payouts move by way of a time at which none of
   * them is due: a run that moved directly onto the one before it, in any order of rows, would be
   * the second run of that night.
   */
  static List<String> statements(int days) {
    return List.of(
        """
        UPDATE sweep SET counts_from = counts_from - %1$d * interval '24 hours',
                         last_due_at = last_due_at - %1$d * interval '24 hours'
        """
            .formatted(days),
        """
        UPDATE payout SET sweep_due_at = sweep_due_at - interval '4800000 hours'
        WHERE sweep_id IS NOT NULL
        """,
        """
        UPDATE payout SET sweep_due_at = sweep_due_at + (4800000 - %d * 24) * interval '1 hour'
        WHERE sweep_id IS NOT NULL
        """
            .formatted(days));
  }
}
