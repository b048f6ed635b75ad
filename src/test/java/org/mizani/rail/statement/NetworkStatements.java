package org.mizani.rail.statement;

import java.time.Instant;
import java.util.stream.Stream;
import org.mizani.rail.daraja.StandInBooks;
import org.mizani.rail.daraja.StandInOperation;
import org.mizani.rail.pawapay.PawapayBooks;
import org.mizani.rail.pawapay.PaymentKind;
import org.mizani.rail.pawapay.StandInPayment;

/** Statements of the networks' stand-ins, by their books, as the portals write them. */
final class NetworkStatements {

  static final String MPESA_HEADER =
      "Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Reason Type,"
          + "Other Party Info,Linked Transaction ID,A/C No.";
  static final String PAWAPAY_HEADER =
      "Creation Date,MSISDN,Transaction ID,Amount,Currency,Country,MNO,Type";
  private static final String PHONE = "254712345678";

  /** Amount of payments to phones that are found by their receipts alone. */
  static final int UNNAMED = 700;

  private NetworkStatements() {}

  /** The lines of M-PESA. Details name our id, but for payments of {@link #UNNAMED} shillings. */
  static Stream<String> mpesa(StandInBooks books) {
    Stream<String> payments =
        books.entries().stream()
            .map(
                entry ->
                    entry.operation() == StandInOperation.PROMPT ? collected(entry) : paid(entry));
    return Stream.concat(
        payments,
        Stream.of(
            "TKL1CHARGE,%s,,Completed,,-9.00,Business Payment Charge,,,".formatted(Instant.now())));
  }

  private static String paid(StandInBooks.Entry entry) {
    boolean isNamed = entry.amount() != UNNAMED;
    String id = entry.operation() == StandInOperation.B2C ? entry.requestId() : entry.remarks();
    return ("%s,%s,Business Payment to %s - JUMA MWANGI. Original conversation ID is %s,"
            + "%s,,-%d.00,Business Payment to Customer via API,%s - JUMA MWANGI,,")
        .formatted(
            entry.receipt(),
            Instant.now(),
            PHONE,
            isNamed ? id : "AG_2026",
            entry.isPaid() ? "Completed" : "Failed",
            entry.amount(),
            PHONE);
  }

  private static String collected(StandInBooks.Entry entry) {
    return "%s,%s,Pay Bill from %s,Completed,%d.00,,Pay Bill Online,%s - JUMA MWANGI,,%s"
        .formatted(entry.receipt(), Instant.now(), PHONE, entry.amount(), PHONE, entry.reference());
  }

  /** The lines of pawaPay. */
  static Stream<String> pawapay(PawapayBooks books) {
    return Stream.of(PaymentKind.PAYOUT, PaymentKind.DEPOSIT)
        .flatMap(kind -> books.all(kind).stream())
        .map(NetworkStatements::moved);
  }

  private static String moved(StandInPayment payment) {
    return "%s,%s,%s,%s,%s,TZA,VODACOM_TZA,%s"
        .formatted(
            Instant.now(),
            payment.phone(),
            payment.id(),
            payment.amount(),
            payment.currency(),
            payment.kind() == PaymentKind.PAYOUT ? "Payout" : "Deposit");
  }
}
