package org.mizani.ledger;

import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;
import org.mizani.ledger.Statement.Query;
import org.mizani.money.CurrencyUnit;

/** Wallet, by currency and purpose, and time range of a request for a statement. */
public record StatementRange(
    CurrencyUnit currency, WalletPurpose purpose, IsoTimestamp from, IsoTimestamp to) {

  /**
   * Validates the parameters.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first missing or invalid one
   */
  public static StatementRange parse(String currency, String purpose, String from, String to) {
    CurrencyUnit unit =
        Fields.oneOf("currency", currency, CurrencyUnit.codes(), CurrencyUnit::find);
    WalletPurpose wallet = WalletPurpose.parse(Fields.required("purpose", purpose));
    IsoTimestamp start =
        IsoTimestamp.find("from", from)
            .orElseThrow(() -> ApiFault.FROM_AND_TO_REQUIRED.at("from").asException());
    IsoTimestamp end =
        IsoTimestamp.find("to", to)
            .orElseThrow(() -> ApiFault.FROM_AND_TO_REQUIRED.at("to").asException());
    if (!start.instant().isBefore(end.instant())) {
      throw ApiFault.invalid("from", "must be before to").asException();
    }
    return new StatementRange(unit, wallet, start, end);
  }

  /** The statement of a business's wallet over this range. */
  public Query of(long businessId) {
    return new Query(businessId, purpose, currency, from.inMicros(), to.inMicros());
  }
}
