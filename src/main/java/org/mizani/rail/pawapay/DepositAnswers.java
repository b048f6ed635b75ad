package org.mizani.rail.pawapay;

import java.util.Optional;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.FailureCode;

/** Outcomes of collections by pawaPay's answers about deposits. */
public final class DepositAnswers extends Answers<CollectionOutcome> {

  private final Provider.Codes codes;

  /**
   * @param codes of the networks, by which deposits name the payer's
   */
  DepositAnswers(Provider.Codes codes) {
    this.codes = codes;
  }

  @Override
  String id(Transaction deposit) {
    return deposit.depositId();
  }

  /** Without an id of the network, which knows a deposit by ours. */
  @Override
  CollectionOutcome accepted() {
    return new CollectionOutcome.Accepted(Optional.empty());
  }

  @Override
  CollectionOutcome completed(Transaction deposit) {
    // Not every network gives a number; then the deposit's id is what pawaPay knows it by.
    String reference = deposit.receipt().orElse(deposit.depositId());
    Optional<String> operator =
        deposit.payerProvider().flatMap(codes::find).map(Provider::operator);
    return new CollectionOutcome.Collected(reference, operator, deposit.money());
  }

  @Override
  CollectionOutcome failed(FailureCode code, String reason) {
    return new CollectionOutcome.Declined(code, reason);
  }

  @Override
  CollectionOutcome notFound() {
    return new CollectionOutcome.NotFound();
  }

  @Override
  CollectionOutcome unknown(String why) {
    return new CollectionOutcome.Unknown(why);
  }
}
