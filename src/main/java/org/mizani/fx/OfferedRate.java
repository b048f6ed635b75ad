package org.mizani.fx;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * What a source offers as a rate: a sane one, or what is wrong with it.
 *
 * @param rate with at most 10 decimals, if it is sane
 * @param objection what is wrong with it, if it is not
 */
public record OfferedRate(Optional<BigDecimal> rate, Optional<String> objection) {

  private static final int DECIMALS = 10;
  private static final int MOST_DIGITS = 50;
  private static final BigDecimal TOO_MUCH = new BigDecimal("1000000000");
  private static final BigDecimal HUNDRED = new BigDecimal(100);

  /**
   * Looks for a rate in an answer and whether it can be believed.
   *
   * @param before the rate until now, without which nothing is believed
   * @param maxChangePercent by how much it may differ from that
   */
  public static OfferedRate find(
      JsonNode answer,
      JsonPointer place,
      Optional<BigDecimal> before,
      BigDecimal maxChangePercent) {
    JsonNode offered = answer.at(place);
    if (offered.isMissingNode() || offered.isNull()) {
      return no("is missing");
    }
    if (!offered.isNumber()) {
      return no("is not a number");
    }
    BigDecimal number = offered.decimalValue();
    if (number.precision() > MOST_DIGITS || Math.abs(number.scale()) > MOST_DIGITS) {
      return no("is absurd");
    }
    BigDecimal rate = number.setScale(DECIMALS, RoundingMode.HALF_UP);
    if (rate.signum() <= 0 || rate.compareTo(TOO_MUCH) >= 0) {
      return no("is " + rate.toPlainString());
    }
    return before
        .map(old -> compared(rate, old, maxChangePercent))
        .orElseGet(() -> no("has none before it to be compared with: enter the first one"));
  }

  private static OfferedRate compared(
      BigDecimal rate, BigDecimal before, BigDecimal maxChangePercent) {
    BigDecimal change = rate.subtract(before).abs().multiply(HUNDRED);
    if (change.compareTo(before.multiply(maxChangePercent)) > 0) {
      return no(
          "is %s after %s, a change of more than %s %%"
              .formatted(
                  rate.stripTrailingZeros().toPlainString(),
                  before.toPlainString(),
                  maxChangePercent.toPlainString()));
    }
    return new OfferedRate(Optional.of(rate), Optional.empty());
  }

  private static OfferedRate no(String objection) {
    return new OfferedRate(Optional.empty(), Optional.of(objection));
  }
}
