package org.mizani.payout.request;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.http.Fields;
import org.mizani.payout.Payouts;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.record.PayoutRepository;
import org.mizani.payout.request.PayoutRequest.BankPayoutRequest;
import org.mizani.payout.request.PayoutRequest.PaymentRequest;
import org.mizani.payout.request.PayoutRequest.TransferRequest;
import org.mizani.repeat.RepeatedRequests;

/**
 * Creation of payouts: {@code POST /business/payout/…} (specification, sections 4.7, 4.8 and 4.10).
 * A caller that hangs up does not cancel the creation that it has begun.
 */
@Path("/business/payout")
public class PayoutResource {

  private static final int CREATED = 201;

  private final Payouts payouts;
  private final PayoutOrderReader orders;
  private final PayoutRepository recorded;
  private final RepeatedRequests repeats;
  private final CurrentCaller caller;

  PayoutResource(
      Payouts payouts,
      PayoutOrderReader orders,
      PayoutRepository recorded,
      RepeatedRequests repeats,
      CurrentCaller caller) {
    this.payouts = payouts;
    this.orders = orders;
    this.recorded = recorded;
    this.repeats = repeats;
    this.caller = caller;
  }

  /** Pays a mobile money wallet. */
  @POST
  @Path("/transfer")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<PayoutAnswer> transfer(TransferRequest request) {
    return create(request);
  }

  /** Pays a till or an account at a biller. */
  @POST
  @Path("/payment")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<PayoutAnswer> payment(PaymentRequest request) {
    return create(request);
  }

  /** Pays a bank account. */
  @POST
  @Path("/bank")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<PayoutAnswer> bank(BankPayoutRequest request) {
    return create(request);
  }

  private Uni<PayoutAnswer> create(PayoutRequest request) {
    Caller business = caller.get(KeyScope.PAY);
    Fields.requireBody(request);
    return repeats.answer(
        business,
        key -> payouts.create(business, orders.read(request), key),
        serviceReference -> recorded.created(business.businessId(), serviceReference));
  }
}
