package org.mizani.payout;

import org.mizani.paging.PagedQuery;

/** Rows of the operators' list of payouts, for tests of the plans of its pages. */
public final class ListedPayouts {

  public static final PagedQuery.Rows<?> ROWS = PayoutRepository.ROWS;

  private ListedPayouts() {}
}
