package org.mizani.sweep;

import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.mizani.support.Rows;

/** Lets nights pass: what has been moves back, as it would if time went on. */
final class Nights {

  private Nights() {}

  /** A time of day that has just been: it comes again in a day less some minutes. */
  static LocalTime justNow() {
    return LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES).minusMinutes(1);
  }

  /** So many days pass for all sweeps. */
  static void pass(Rows rows, int days) {
    back(days).forEach(rows::execute);
  }

  /**
   * The statements by which so many days pass. Payouts go by way of a time that none of them is due
   * at: a night that moves onto the one before it, in whatever order, would be that night's second.
   */
  static List<String> back(int days) {
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
