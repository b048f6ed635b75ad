package org.mizani.payout;

import org.mizani.paging.PagedQuery;
import org.mizani.paging.PagedQuery.Listed;

/** The operators' list of payouts, for tests of how its pages are read. */
public final class ListedPayouts {

  public static final PagedQuery.Rows<? extends Listed, ?> ROWS = PayoutRepository.ROWS;

  private ListedPayouts() {}
}
