package org.mizani.console.payment;

import java.util.List;
import java.util.Optional;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.console.Shown;
import org.mizani.paging.ListAnswer;
import org.mizani.payout.answer.RecordedPayout;

/**
 * Page of a list of payments.
 *
 * @param next the path of the next page; empty on the last one
 */
public record PaymentList(List<Row> rows, String next) {

  /** The path of payouts. */
  public static final String PAYOUTS = "/console/payouts";

  /** The path of collections. */
  public static final String COLLECTIONS = "/console/collections";

  static final PaymentList EMPTY = new PaymentList(List.of(), "");

  private static final int SHORT = 8;

  /**
   * Payment in a list.
   *
   * @param reference of the business, or where it gave none the payment's own id
   * @param other the other amount, where there are two
   * @param way how and where to
   */
  public record Row(
      String path,
      String reference,
      String businessPath,
      String business,
      String amount,
      String other,
      String way,
      String party,
      List<Mark> marks,
      String createdAt) {}

  /** A page of payouts. */
  static PaymentList ofPayouts(ListAnswer<RecordedPayout> answer, Search search) {
    return new PaymentList(
        answer.items().stream().map(PaymentList::row).toList(), next(answer, search, PAYOUTS));
  }

  /** A page of collections. */
  static PaymentList ofCollections(ListAnswer<RecordedCollection> answer, Search search) {
    return new PaymentList(
        answer.items().stream().map(PaymentList::row).toList(), next(answer, search, COLLECTIONS));
  }

  private static String next(ListAnswer<?> answer, Search search, String path) {
    return Optional.ofNullable(answer.nextCursor())
        .map(cursor -> search.next(path, cursor))
        .orElse("");
  }

  /** A payout in a list. */
  public static Row row(RecordedPayout payout) {
    String sent = Shown.money(payout.senderAmount(), payout.senderCurrency());
    String received = Shown.money(payout.receiverAmount(), payout.receiverCurrency());
    return new Row(
        PAYOUTS + "/" + payout.serviceReference(),
        referenceOr(payout.businessReference(), payout.serviceReference()),
        businessPath(payout.businessId()),
        shortened(payout.businessId()),
        received,
        sent.equals(received) ? "" : sent,
        payout.channel() + " " + payout.country(),
        Shown.text(payout.recipient()),
        Mark.of(payout),
        Shown.time(payout.createdAt()));
  }

  /** A collection in a list. */
  public static Row row(RecordedCollection collection) {
    return new Row(
        COLLECTIONS + "/" + collection.id(),
        referenceOr(collection.reference(), collection.id()),
        businessPath(collection.businessId()),
        shortened(collection.businessId()),
        Shown.money(collection.amount(), collection.currency()),
        Optional.ofNullable(collection.amountPaid())
            .map(paid -> "paid " + Shown.money(paid, collection.currency()))
            .orElse(""),
        Shown.text(collection.provider()),
        Shown.text(collection.mobile()),
        Mark.of(collection),
        Shown.time(collection.createdAt()));
  }

  private static String referenceOr(String reference, String id) {
    return reference == null || reference.isEmpty() ? id : reference;
  }

  private static String businessPath(String id) {
    return "/console/businesses/" + id;
  }

  private static String shortened(String id) {
    return id.substring(0, Math.min(SHORT, id.length()));
  }
}
