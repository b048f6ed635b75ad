package org.mizani.console.payment;

import java.util.List;
import java.util.Optional;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.paging.ListAnswer;
import org.mizani.payout.answer.RecordedPayout;

/**
 * Newest payments of a person.
 *
 * @param searched whether there was a search
 * @param more whether there are older ones; no URL leads to them, as it would have the number
 */
public record PersonFound(
    boolean searched, PaymentList payouts, PaymentList collections, boolean more) {

  /** That of no search. */
  static final PersonFound NONE =
      new PersonFound(false, PaymentList.EMPTY, PaymentList.EMPTY, false);

  static PersonFound of(
      ListAnswer<RecordedPayout> payouts, ListAnswer<RecordedCollection> collections) {
    boolean more =
        Optional.ofNullable(payouts.nextCursor()).isPresent()
            || Optional.ofNullable(collections.nextCursor()).isPresent();
    List<PaymentList.Row> paidOut = payouts.items().stream().map(PaymentList::row).toList();
    List<PaymentList.Row> collected = collections.items().stream().map(PaymentList::row).toList();
    return new PersonFound(
        true, new PaymentList(paidOut, ""), new PaymentList(collected, ""), more);
  }
}
