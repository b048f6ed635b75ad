package org.mizani.operator.wallet;

import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;
import org.mizani.ledger.Statement.Query;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;

/** A wallet of some business, and a range of time, as they were asked for. */
record StatementRange(
    CurrencyUnit currency, WalletPurpose purpose, IsoTimestamp from, IsoTimestamp to) {

  /**
   * What a request names.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first field that is missing or wrong
   */
  static StatementRange of(String currency, String purpose, String from, String to) {
    CurrencyUnit unit =
        Fields.oneOf("currency", currency, CurrencyUnit.codes(), CurrencyUnit::find);
    WalletPurpose wallet = WalletPurposes.required(purpose);
    IsoTimestamp start =
        IsoTimestamp.find("from", from).orElseThrow(ApiFault.FROM_AND_TO_REQUIRED::asException);
    IsoTimestamp end =
        IsoTimestamp.find("to", to).orElseThrow(ApiFault.FROM_AND_TO_REQUIRED::asException);
    if (!start.instant().isBefore(end.instant())) {
      throw ApiFault.invalid("from must be before to").asException();
    }
    return new StatementRange(unit, wallet, start, end);
  }

  /** The same of this business. */
  Query of(long businessId) {
    return new Query(businessId, purpose, currency, from.inMicros(), to.inMicros());
  }
}
