package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.CurrentCaller;
import org.mizani.fault.ApiFault;

/** {@code POST /business/payout/transfer} (specification, section 4.7). */
@Path("/business/payout/transfer")
public class TransferResource {

  private static final int CREATED = 201;

  private final Payouts payouts;
  private final TransferForm form;
  private final CurrentCaller caller;

  TransferResource(Payouts payouts, TransferForm form, CurrentCaller caller) {
    this.payouts = payouts;
    this.form = form;
    this.caller = caller;
  }

  /** Pays a mobile money wallet. A caller that hangs up does not stop what it has begun. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<PayoutAnswer> create(TransferRequest request) {
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    return payouts.create(caller.get(), form.read(request)).map(PayoutAnswer::of);
  }
}
