package org.mizani.refund;

import java.util.Optional;
import java.util.function.Function;
import org.mizani.access.PartnerLimits.PayoutLimits;
import org.mizani.fault.ApiFault;
import org.mizani.money.Money;
import org.mizani.repeat.RequestKey;

/**
 * Terms under which a refund is entered.
 *
 * @param refusal of an amount that is too much for one payout of the business
 * @param limits of the business's payouts, of which the refund counts
 * @param key of its request, which is recorded with it
 * @param byBusiness whether its business enters it, or an operator
 */
record RefundTerms(
    Function<Money, Optional<ApiFault>> refusal,
    PayoutLimits limits,
    Optional<RequestKey> key,
    boolean byBusiness) {

  /** The terms of operators: no limits. */
  static final RefundTerms NONE =
      new RefundTerms(amount -> Optional.empty(), PayoutLimits.NONE, Optional.empty(), false);

  /**
   * @throws ApiFault.ApiException 400 for an amount beyond the largest payout
   */
  Money allowed(Money amount) {
    refusal
        .apply(amount)
        .ifPresent(
            fault -> {
              throw fault.asException();
            });
    return amount;
  }

  @Override
  public String toString() {
    return "RefundTerms[" + limits + "]";
  }
}
