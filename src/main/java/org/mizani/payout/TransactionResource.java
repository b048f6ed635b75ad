package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jboss.resteasy.reactive.RestPath;
import org.mizani.access.CurrentCaller;
import org.mizani.fault.ApiFault;

/** {@code GET /business/transactions/{businessReference}} (specification, section 4.11). */
@Path("/business/transactions")
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
