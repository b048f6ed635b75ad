package org.mizani.ledger;

import java.util.Locale;
import org.mizani.fault.ApiFault;

/** Purpose of a wallet (specification, section 2.2). */
public enum WalletPurpose {
  PAYOUT,
  COLLECTION;

  /** The name on the wire and in the database: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Parses a purpose.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for another code
   */
  public static WalletPurpose parse(String code) {
    for (WalletPurpose purpose : values()) {
      if (purpose.code().equals(code)) {
        return purpose;
      }
    }
    throw ApiFault.invalid("purpose must be \"payout\" or \"collection\"").asException();
  }
}
