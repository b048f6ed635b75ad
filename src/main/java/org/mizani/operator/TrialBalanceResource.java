package org.mizani.operator;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.mizani.ledger.TrialBalances;

/** {@code GET /operator/ledger/trial-balance}: whether the books balance. */
@Path("/operator/ledger/trial-balance")
@Tag(name = "Operator")
public class TrialBalanceResource {

  private final CurrentOperator operator;
  private final TrialBalances balances;

  TrialBalanceResource(CurrentOperator operator, TrialBalances balances) {
    this.operator = operator;
    this.balances = balances;
  }

  /** The books of all currencies at this instant. */
  @GET
  @Operation(
      operationId = "getTrialBalance",
      summary = "Read the ledger's trial balance",
      description =
          "What went out of and came into the accounts of each currency, all at one instant. Every"
              + " transfer moves what leaves one account into another, so the balances of a"
              + " currency sum up to nothing; and every wallet is what its transfers sum up to. It"
              + " reads every transfer; when that takes longer than `payments.trial-balance.timeout`"
              + " it answers 503.")
  @APIResponse(
      responseCode = "200",
      description = "The trial balance",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = TrialBalanceAnswer.class)))
  public Uni<TrialBalanceAnswer> read() {
    operator.get();
    return balances.drawUp().map(TrialBalanceAnswer::of);
  }
}
