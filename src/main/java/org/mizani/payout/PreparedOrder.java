package org.mizani.payout;

import java.util.Optional;
import java.util.UUID;
import org.mizani.fault.ApiFault;

/**
 * Order of a group, judged by itself: refused, or a payout that may be recorded if wallet, limits
 * and references allow it.
 */
public final class PreparedOrder {

  private final PayoutOrder order;
  private final NewPayout payout;
  private final ApiFault refusal;
  private final boolean yieldsToDuplicate;

  private PreparedOrder(
      PayoutOrder order, NewPayout payout, ApiFault refusal, boolean yieldsToDuplicate) {
    this.order = order;
    this.payout = payout;
    this.refusal = refusal;
    this.yieldsToDuplicate = yieldsToDuplicate;
  }

  static PreparedOrder of(PayoutOrder order, NewPayout payout) {
    return new PreparedOrder(order, payout, null, true);
  }

  static PreparedOrder refused(PayoutOrder order, ApiFault refusal) {
    return new PreparedOrder(order, null, refusal, refusal.yieldsToDuplicate());
  }

  /** An order beyond the business's limit: a used reference goes before that, as for one alone. */
  static PreparedOrder beyondLimit(PayoutOrder order, ApiFault refusal) {
    return new PreparedOrder(order, null, refusal, true);
  }

  /** The order itself. */
  public PayoutOrder order() {
    return order;
  }

  /** The refusal; empty if it may be recorded. */
  public Optional<ApiFault> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** Whether a used reference is reported before its own refusal. */
  public boolean yieldsToDuplicate() {
    return yieldsToDuplicate;
  }

  /** The id that the payout has once it is recorded. */
  public UUID serviceReference() {
    return payout.serviceReference();
  }

  /** The payout that may be recorded. */
  NewPayout payout() {
    return payout;
  }
}
