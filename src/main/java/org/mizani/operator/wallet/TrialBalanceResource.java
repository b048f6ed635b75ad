package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.mizani.ledger.TrialBalances;
import org.mizani.operator.access.CurrentOperator;

/** {@code GET /operator/ledger/trial-balance}: whether the books balance. */
@Path("/operator/ledger/trial-balance")
public class TrialBalanceResource {

  private final CurrentOperator operator;
  private final TrialBalances balances;

  TrialBalanceResource(CurrentOperator operator, TrialBalances balances) {
    this.operator = operator;
    this.balances = balances;
  }

  /** The books of all currencies at this instant. */
  @GET
  public Uni<TrialBalanceAnswer> read() {
    operator.get();
    return balances.drawUp().map(TrialBalanceAnswer::of);
  }
}
