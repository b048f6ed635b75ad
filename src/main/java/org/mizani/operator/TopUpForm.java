package org.mizani.operator;

import java.math.BigDecimal;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.mizani.money.CurrencyUnit;
import org.mizani.web.Fields;

/** Funding as it is sent. */
@Schema(requiredProperties = {"currency", "purpose", "amount", "reference"})
record TopUpForm(
    @Schema(
            description = "The wallet's currency",
            enumeration = {"USD", "EUR", "GBP", "KES", "TZS", "UGX", "ZAR"})
        String currency,
    @Schema(
            description = "The wallet's purpose",
            enumeration = {"payout", "collection"})
        String purpose,
    @Schema(description = "What to add, in major units", examples = "5000") BigDecimal amount,
    @Schema(
            description = "The funding's own reference, at most 100 characters",
            examples = "bank-receipt-17")
        String reference) {

  /**
   * What it says.
   *
   * @throws org.mizani.fault.ApiException 400 that names the first field that breaks its rule
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
