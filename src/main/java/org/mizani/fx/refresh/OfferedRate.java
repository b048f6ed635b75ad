package org.mizani.fx.refresh;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * Rate from the source, accepted or rejected.
 *
 * @param rate the accepted rate, with at most 10 decimals
 * @param objection why it was rejected
 */
record OfferedRate(Optional<BigDecimal> rate, Optional<String> objection) {

  private static final int DECIMALS = 10;
  private static final int MOST_DIGITS = 50;
  private static final BigDecimal LIMIT = new BigDecimal("1000000000");
  private static final BigDecimal HUNDRED = new BigDecimal(100);

  /**
   * Reads a rate from the source's answer and checks it.
   *
   * @param before the rate until now; without one, no rate is accepted
   * @param maxChangePercent the largest accepted difference from it
   */
  static OfferedRate find(
      JsonNode answer,
      JsonPointer pointer,
      Optional<BigDecimal> before,
      BigDecimal maxChangePercent) {
    JsonNode offered = answer.at(pointer);
    if (offered.isMissingNode() || offered.isNull()) {
      return rejected("is missing");
    }
    if (!offered.isNumber()) {
      return rejected("is not a number");
    }
    BigDecimal number = offered.decimalValue();
    if (number.precision() > MOST_DIGITS || Math.abs(number.scale()) > MOST_DIGITS) {
      return rejected("has too many digits");
    }
    BigDecimal rate = number.setScale(DECIMALS, RoundingMode.HALF_UP);
    if (rate.signum() <= 0 || rate.compareTo(LIMIT) >= 0) {
      return rejected("is " + rate.toPlainString());
    }
    return before
        .map(old -> compared(rate, old, maxChangePercent))
        .orElseGet(() -> rejected("has no earlier rate to be compared with: enter the first one"));
  }

  private static OfferedRate compared(
      BigDecimal rate, BigDecimal before, BigDecimal maxChangePercent) {
    BigDecimal change = rate.subtract(before).abs().multiply(HUNDRED);
    if (change.compareTo(before.multiply(maxChangePercent)) > 0) {
      return rejected(
          "is %s after %s, a change of more than %s %%"
              .formatted(
                  rate.stripTrailingZeros().toPlainString(),
                  before.toPlainString(),
                  maxChangePercent.toPlainString()));
    }
    return new OfferedRate(Optional.of(rate), Optional.empty());
  }

  private static OfferedRate rejected(String objection) {
    return new OfferedRate(Optional.empty(), Optional.of(objection));
  }
}
