package org.mizani.rail.pawapay;

import java.util.Optional;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;

/** Outcomes of payouts, refunds among them, by pawaPay's answers. */
public final class PayoutAnswers extends Answers<PayoutOutcome> {

  @Override
  String id(Transaction payout) {
    return payout.payoutId() == null ? payout.refundId() : payout.payoutId();
  }

  /** Without an id of the network, which knows a payout by ours. */
  @Override
  PayoutOutcome accepted() {
    return new PayoutOutcome.Accepted(Optional.empty());
  }

  @Override
  PayoutOutcome completed(Transaction payout) {
    return new PayoutOutcome.Paid(payout.receipt(), Optional.empty(), payout.money());
  }

  @Override
  PayoutOutcome failed(FailureCode code, String reason) {
    return new PayoutOutcome.Failed(code, reason);
  }

  @Override
  PayoutOutcome notFound() {
    return new PayoutOutcome.NotFound();
  }

  @Override
  PayoutOutcome unknown(String why) {
    return new PayoutOutcome.Unknown(why);
  }
}
