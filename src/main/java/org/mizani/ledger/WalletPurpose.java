package org.mizani.ledger;

import java.util.Locale;
import java.util.Optional;

/** What a wallet is for (specification, section 2.2). */
public enum WalletPurpose {
  PAYOUT,
  COLLECTION;

  /** The name on the wire and in the database: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The purpose of this name, or nothing. */
  public static Optional<WalletPurpose> find(String code) {
    for (WalletPurpose purpose : values()) {
      if (purpose.code().equals(code)) {
        return Optional.of(purpose);
      }
    }
    return Optional.empty();
  }
}
