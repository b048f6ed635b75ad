package org.mizani.fx;

import java.math.BigDecimal;

/** What the business that is asking pays for a payout; known to a higher floor. */
public interface FeeTerms {

  /** The fee as a share of the sender's amount: 0.02 is two per cent. */
  BigDecimal feeRate();
}
