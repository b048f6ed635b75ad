package org.mizani.operator.business;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.business.FeeTerms;

/**
 * Change of a business's fee, as it is stored while it waits for another operator.
 *
 * @param feeRate null if it stays
 * @param leastFees all of them in major units, by the sender's currency; null if they stay
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
record HeldFee(UUID businessId, BigDecimal feeRate, Map<String, BigDecimal> leastFees) {

  /** The change from these terms to those, of which at least one part differs. */
  static HeldFee of(UUID businessId, FeeTerms before, FeeTerms after) {
    return new HeldFee(
        businessId,
        before.rate().compareTo(after.rate()) == 0 ? null : after.rate().stripTrailingZeros(),
        before.least().equals(after.least()) ? null : AmountField.sent(after.least()));
  }

  /** The fields that change, as operators see them. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (feeRate != null) {
      fields.put("feeRate", feeRate);
    }
    if (leastFees != null) {
      fields.put("leastFees", leastFees);
    }
    return fields;
  }

  /** The terms that this change makes of those known. */
  FeeTerms appliedTo(FeeTerms known) {
    return new FeeTerms(
        Optional.ofNullable(feeRate).orElse(known.rate()),
        leastFees == null ? known.least() : BusinessForm.LEAST_FEES.parsed(leastFees));
  }
}
