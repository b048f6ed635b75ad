package org.mizani.support;

import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;

/** Where {@link TestPartners} has its businesses registered. */
interface BackOffice {

  /** A key with its secret. */
  record Credential(String key, String secret) {}

  /** Registers a business; answers its id in the database. */
  long register(BusinessProfile profile);

  Credential addKey(long businessId);

  /** Adds to a payout wallet, in major units; opens it. */
  void fund(long businessId, CurrencyUnit currency, String major);

  /** From now on a US dollar is so many Kenyan shillings. */
  void enterDollarRate(String shillings);
}
