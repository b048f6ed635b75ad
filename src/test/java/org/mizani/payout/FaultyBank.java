package org.mizani.payout;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bank that pays and keeps books of its own. The amount of a payment decides its fault: half of the
 * payments go well, the others meet each fault in turn, and a few are never answered.
 */
final class FaultyBank {

  /** Fault of the bank, or of the network before it. */
  enum Fault {
    NONE,
    ANSWER_IS_LOST,
    REQUEST_IS_LOST,
    SETTLES_LATE,
    SILENT_AT_FIRST,
    SLOW,
    UNREADABLE,
    OUT_OF_ORDER,
    OUT_OF_SERVICE,
    BREAKS_AFTER_PAYING,
    DELIVERED_TWICE,
    SILENT_FOR_EVER
  }

  private static final Fault[] IN_TURN = {
    Fault.ANSWER_IS_LOST,
    Fault.REQUEST_IS_LOST,
    Fault.SETTLES_LATE,
    Fault.SILENT_AT_FIRST,
    Fault.SLOW,
    Fault.UNREADABLE,
    Fault.OUT_OF_ORDER,
    Fault.OUT_OF_SERVICE,
    Fault.BREAKS_AFTER_PAYING,
    Fault.DELIVERED_TWICE
  };

  private static final int ONE_IS_SILENT_OF = 500;
  private static final int ONE_FAILS_OF = 5;

  /** Payment that was submitted to the bank. */
  static final class Payment {

    private final long minor;
    private final boolean late;
    private int submissions;
    private int queries;
    private int paid;
    private boolean settled;

    private Payment(long minor) {
      this.minor = minor;
      this.late = faultOf(minor) == Fault.SETTLES_LATE;
    }

    long minor() {
      return minor;
    }

    /** The number of submissions that arrived. */
    synchronized int submissions() {
      return submissions;
    }

    /** The number of times that the bank has paid it. */
    synchronized int paid() {
      return paid;
    }

    private synchronized void submitted() {
      submissions++;
      if (!late) {
        settle();
      }
    }

    /** Counts a query, and settles a late payment at the third; answers the count. */
    synchronized int countQuery() {
      queries++;
      if (late && queries > 2) {
        settle();
      }
      return queries;
    }

    private void settle() {
      if (!settled) {
        settled = true;
        paid += fails(minor) ? 0 : 1;
      }
    }

    synchronized String status() {
      return !settled ? "PENDING" : fails(minor) ? "FAILED" : "PAID";
    }
  }

  private final Map<String, Payment> payments = new ConcurrentHashMap<>();
  private final Map<String, Integer> notFound = new ConcurrentHashMap<>();

  static Fault faultOf(long minor) {
    if (minor % ONE_IS_SILENT_OF == 1) {
      return Fault.SILENT_FOR_EVER;
    }
    return minor % 2 == 0 ? Fault.NONE : IN_TURN[(int) (minor / 2 % IN_TURN.length)];
  }

  static boolean fails(long minor) {
    return minor / (2 * IN_TURN.length) % ONE_FAILS_OF == 0;
  }

  /** Makes the payment of a reference, once. */
  Payment submit(String reference, long minor) {
    Payment payment = payments.computeIfAbsent(reference, unknown -> new Payment(minor));
    payment.submitted();
    return payment;
  }

  /** The payment of a reference; null for an unknown one, which is counted. */
  Payment query(String reference) {
    return payments.computeIfAbsent(
        reference,
        unknown -> {
          notFound.merge(reference, 1, Integer::sum);
          return null;
        });
  }

  /** The payment of a known reference. */
  Payment find(String reference) {
    return payments.get(reference);
  }

  /** The number of "not found" answers about a reference. */
  int timesNotFound(String reference) {
    return notFound.getOrDefault(reference, 0);
  }

  Map<String, Payment> payments() {
    return payments;
  }
}
