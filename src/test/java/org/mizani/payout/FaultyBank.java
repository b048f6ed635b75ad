package org.mizani.payout;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A bank that pays, with books of its own. What it does wrong with a payment follows from the
 * payment's amount: half of them go well, the others meet every fault in turn, and a few are never
 * heard of again.
 */
final class FaultyBank {

  /** What goes wrong. */
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

  /** A payment that the bank was told to make. */
  static final class Payment {

    private final long minor;
    private final boolean late;
    private int submissions;
    private int questions;
    private int paid;
    private boolean settled;

    private Payment(long minor) {
      this.minor = minor;
      this.late = faultOf(minor) == Fault.SETTLES_LATE;
    }

    long minor() {
      return minor;
    }

    /** How often the bank was told to make it. */
    synchronized int submissions() {
      return submissions;
    }

    /** How often it was made. */
    synchronized int paid() {
      return paid;
    }

    private synchronized void submitted() {
      submissions++;
      if (!late) {
        settle();
      }
    }

    /** Counts a question, and settles what settles late at the third. */
    synchronized int asked() {
      questions++;
      if (late && questions > 2) {
        settle();
      }
      return questions;
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

  /** Makes a payment, once a reference. */
  Payment submit(String reference, long minor) {
    Payment payment = payments.computeIfAbsent(reference, unknown -> new Payment(minor));
    payment.submitted();
    return payment;
  }

  /** The payment of a reference, null where it has never been heard of: which is counted. */
  Payment ask(String reference) {
    return payments.computeIfAbsent(
        reference,
        unknown -> {
          notFound.merge(reference, 1, Integer::sum);
          return null;
        });
  }

  /** The payment of a reference that it has. */
  Payment find(String reference) {
    return payments.get(reference);
  }

  /** How often the bank said of a reference that it has never heard of it. */
  int timesNotFound(String reference) {
    return notFound.getOrDefault(reference, 0);
  }

  Map<String, Payment> payments() {
    return payments;
  }
}
