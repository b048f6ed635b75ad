package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.fault.OperatorFault;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackSubject.Kind;

/** {@code POST /operator/payouts/{serviceReference}/callbacks}: the callbacks about a payout. */
@Path("/operator/payouts/{serviceReference}/callbacks")
public class PayoutCallbacksResource {

  private final CurrentOperator operator;
  private final CallbackReveals reveals;

  PayoutCallbacksResource(CurrentOperator operator, CallbackReveals reveals) {
    this.operator = operator;
    this.reveals = reveals;
  }

  /** The callbacks; those of a payout that does not exist are not in the audit log. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<RevealedCallbacks> reveal(@RestPath String serviceReference, RevealForm form) {
    Actor actor = operator.get();
    String reason = RevealForm.reasonOf(form);
    CallbackSubject payout =
        new CallbackSubject(
            Kind.PAYOUT, PublicIds.read(serviceReference, OperatorFault.PAYOUT_NOT_FOUND));
    return reveals.reveal(actor, payout, reason, OperatorFault.PAYOUT_NOT_FOUND);
  }
}
