package org.mizani.payout.request;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
import org.mizani.timeline.PartnerHistories;
import org.mizani.timeline.PartnerHistory;

/**
 * Details of payouts, beside the contract: {@code /business/payouts/{serviceReference}}. Where a
 * payout stands, its receipt, or why it failed and whose move it is; its timeline and its webhooks.
 */
@Path("/business/payouts")
public class TransactionDetailsResource {

  private final CurrentCaller caller;
  private final PayoutRepository payouts;
  private final PartnerHistories histories;

  TransactionDetailsResource(
      CurrentCaller caller, PayoutRepository payouts, PartnerHistories histories) {
    this.caller = caller;
    this.payouts = payouts;
    this.histories = histories;
  }

  /** A payout with its history. */
  public record PayoutWithHistory(
      @JsonUnwrapped PayoutDetails payout, @JsonUnwrapped PartnerHistory history) {}

  /** The payout of the business with this service reference. */
  @GET
  @Path("/{serviceReference}")
  public Uni<PayoutWithHistory> read(@RestPath String serviceReference) {
    long businessId = caller.get(KeyScope.READ).businessId();
    UUID id = PublicIds.read(serviceReference, ApiFault.TRANSACTION_NOT_FOUND);
    return payouts
        .details(businessId, id)
        .map(found -> found.orElseThrow(ApiFault.TRANSACTION_NOT_FOUND::asException))
        .chain(
            payout ->
                histories
                    .ofPayout(businessId, id)
                    .map(history -> new PayoutWithHistory(payout, history)));
  }
}
