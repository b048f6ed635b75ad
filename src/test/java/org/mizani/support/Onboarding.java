package org.mizani.support;

import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;

/** Registration of the businesses of {@link TestPartners}, with keys, funds and a rate. */
interface Onboarding {

  /** A key with its secret. */
  record Credential(String key, String secret) {}

  /** Registers a business; answers its id in the database. */
  long register(BusinessProfile profile);

  Credential addKey(long businessId);

  /** Opens a payout wallet and adds an amount in major units. */
  void fund(long businessId, CurrencyUnit currency, String major);

  /** Enters the rate at which a US dollar is this many Kenyan shillings from now on. */
  void enterDollarRate(String shillings);
}
