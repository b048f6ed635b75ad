package org.mizani.payout.record;

import java.util.Optional;
import org.mizani.paging.PagedQuery;

/** Statements of the lists of payouts, for tests of the plans of their pages. */
public final class ListedPayouts {

  /** Rows of the operators' list. */
  public static final PagedQuery.Rows<?> ROWS = PayoutRepository.ROWS;

  private ListedPayouts() {}

  /** The statement of a page of a business's payouts. */
  public static String pageOf(Optional<PayoutStatus> status) {
    return SummaryPages.of(status);
  }
}
