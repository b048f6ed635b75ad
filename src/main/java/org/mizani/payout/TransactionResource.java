package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.mizani.business.CurrentCaller;
import org.mizani.fault.ApiFault;

/** {@code GET /business/transactions/{businessReference}} (specification, section 4.11). */
@Path("/business/transactions")
@Tag(name = "Transactions")
public class TransactionResource {

  private final CurrentCaller caller;
  private final TransactionList payouts;

  TransactionResource(CurrentCaller caller, TransactionList payouts) {
    this.caller = caller;
    this.payouts = payouts;
  }

  /** The payout that the business made under this reference. */
  @GET
  @Path("/{businessReference}")
  @Operation(
      operationId = "getTransaction",
      summary = "Read one payout by your own reference",
      description =
          "What has become of a payout. The example is the one that the example of"
              + " `POST /business/payout/transfer` makes: send that first.")
  @APIResponse(
      responseCode = "200",
      description = "The payout as it stands",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = Transaction.class)))
  @APIResponse(responseCode = "404", ref = "TransactionNotFound")
  public Uni<Transaction> read(@RestPath String businessReference) {
    long businessId = caller.get().businessId();
    if (businessReference.indexOf('\0') >= 0) {
      // PostgreSQL's text has no such character: the question would be an error, not a no.
      throw ApiFault.TRANSACTION_NOT_FOUND.asException();
    }
    return payouts
        .find(businessId, businessReference)
        .map(found -> found.orElseThrow(ApiFault.TRANSACTION_NOT_FOUND::asException))
        .map(Transaction::of);
  }
}
