package org.mizani.business;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Terms of the fee of a business's payouts.
 *
 * @param rate the fee as a share of the sender's amount, from 0 to below 1, 5 decimals at most
 * @param least the least fees, by the sender's currency; a currency without one has none
 */
public record FeeTerms(BigDecimal rate, Map<CurrencyUnit, Money> least) {

  /** The default: 2 %, without a least fee. */
  public static final FeeTerms USUAL = new FeeTerms(new BigDecimal("0.02"), Map.of());

  /**
   * Terms as they are stored.
   *
   * @param least a JSON object of minor units by currency
   */
  public static FeeTerms stored(BigDecimal rate, JsonObject least) {
    return new FeeTerms(rate, StoredAmounts.read(least));
  }

  /**
   * The fee on an amount of the sender: its share, half a minor unit rounded up, or the least fee
   * where that is greater.
   */
  public Money on(Money sender) {
    Money share = sender.timesHalfUp(rate);
    return Optional.ofNullable(least.get(sender.currency()))
        .filter(fee -> fee.minor() > share.minor())
        .orElse(share);
  }

  /** Whether both are the same fees; a rate counts by its value. */
  public boolean isSameAs(FeeTerms other) {
    return rate.compareTo(other.rate) == 0 && least.equals(other.least);
  }
}
