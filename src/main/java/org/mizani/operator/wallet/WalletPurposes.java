package org.mizani.operator.wallet;

import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.ledger.WalletPurpose;

/** Reads what a wallet is for. */
final class WalletPurposes {

  private WalletPurposes() {}

  /**
   * The purpose of this name.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 if it is missing or another (decisions,
   *     "Balances")
   */
  static WalletPurpose required(String purpose) {
    return WalletPurpose.find(Fields.required("purpose", purpose))
        .orElseThrow(
            () -> ApiFault.invalid("purpose must be \"payout\" or \"collection\"").asException());
  }
}
