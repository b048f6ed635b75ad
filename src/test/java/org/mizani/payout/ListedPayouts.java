package org.mizani.payout;

import org.mizani.paging.PagedQuery;

/** The operators' list of payouts, for tests of how its pages are read. */
public final class ListedPayouts {

  public static final PagedQuery.Rows<?> ROWS = PayoutRepository.ROWS;

  private ListedPayouts() {}
}
