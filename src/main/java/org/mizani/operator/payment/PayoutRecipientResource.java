package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.fault.OperatorFault;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.payout.answer.RevealedRecipient;
import org.mizani.payout.record.PayoutRepository;

/**
 * {@code POST /operator/payouts/{serviceReference}/recipient}: the whole recipient of a payout,
 * which all other answers mask. The audit log has the operator and the reason before it is shown.
 * The reason is in the body, because access logs keep URLs.
 */
@Path("/operator/payouts/{serviceReference}/recipient")
public class PayoutRecipientResource {

  private final CurrentOperator operator;
  private final PayoutRepository payouts;
  private final AuditLog audit;

  PayoutRecipientResource(CurrentOperator operator, PayoutRepository payouts, AuditLog audit) {
    this.operator = operator;
    this.payouts = payouts;
    this.audit = audit;
  }

  /** The recipient; a recipient that cannot be shown is not in the audit log. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<RevealedRecipient> reveal(@RestPath String serviceReference, RevealForm form) {
    Actor actor = operator.get();
    String why = RevealForm.reasonOf(form);
    UUID id = PublicIds.read(serviceReference, OperatorFault.PAYOUT_NOT_FOUND);
    return payouts.reveal(id).call(() -> audit.write(actor, entry(id, why)));
  }

  private static Entry entry(UUID payout, String reason) {
    return new Entry(
        "payout.reveal-recipient", Timeline.payout(payout), Map.of(), Map.of("reason", reason));
  }
}
