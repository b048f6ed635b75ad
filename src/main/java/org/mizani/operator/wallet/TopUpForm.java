package org.mizani.operator.wallet;

import java.math.BigDecimal;
import java.util.UUID;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;

/** Funding as it is sent. */
record TopUpForm(String currency, String purpose, BigDecimal amount, String reference) {

  /**
   * What it says.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 that names the first field that breaks its
   *     rule
   */
  TopUp parsed(UUID businessId) {
    CurrencyUnit unit =
        Fields.oneOf("currency", currency, CurrencyUnit.codes(), CurrencyUnit::find);
    return new TopUp(
        businessId,
        WalletPurposes.required(purpose),
        Fields.amount("amount", amount, unit),
        Fields.required("reference", reference));
  }
}
