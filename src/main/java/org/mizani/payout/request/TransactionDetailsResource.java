package org.mizani.payout.request;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;
import org.mizani.http.PublicIds;
import org.mizani.payout.answer.PayoutDetails;
import org.mizani.payout.record.PayoutRepository;

/**
 * Details of payouts, beside the contract: {@code /business/payouts/{serviceReference}}. Where a
 * payout stands, its receipt, or why it failed and whose move it is.
 */
@Path("/business/payouts")
public class TransactionDetailsResource {

  private final CurrentCaller caller;
  private final PayoutRepository payouts;

  TransactionDetailsResource(CurrentCaller caller, PayoutRepository payouts) {
    this.caller = caller;
    this.payouts = payouts;
  }

  /** The payout of the business with this service reference. */
  @GET
  @Path("/{serviceReference}")
  public Uni<PayoutDetails> read(@RestPath String serviceReference) {
    long businessId = caller.get(KeyScope.READ).businessId();
    UUID id = PublicIds.read(serviceReference, ApiFault.TRANSACTION_NOT_FOUND);
    return payouts
        .details(businessId, id)
        .map(found -> found.orElseThrow(ApiFault.TRANSACTION_NOT_FOUND::asException));
  }
}
