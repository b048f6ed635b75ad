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
import org.mizani.fault.ApiFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.audit.AuditLog;
import org.mizani.operator.audit.AuditLog.Entry;
import org.mizani.operator.audit.Subjects;
import org.mizani.payout.PayoutManualSettlement;
import org.mizani.payout.PayoutManualSettlement.Verdict;
import org.mizani.payout.PayoutStatus;

/**
 * {@code POST /operator/payouts/{serviceReference}/settle}: an operator's word on a pending payout.
 */
@Path("/operator/payouts/{serviceReference}/settle")
public class PayoutSettlementResource {

  private static final ClosedSet FINAL_STATUSES =
      ClosedSet.of("termination_success", "termination_failure");
  private final CurrentOperator operator;
  private final PayoutManualSettlement desk;
  private final PayoutHistories histories;
  private final AuditLog audit;

  PayoutSettlementResource(
      CurrentOperator operator,
      PayoutManualSettlement desk,
      PayoutHistories histories,
      AuditLog audit) {
    this.operator = operator;
    this.desk = desk;
    this.histories = histories;
    this.audit = audit;
  }

  /** An operator's word on a pending payout. */
  public record PayoutVerdict(String status, String reason) {}

  /** Settles a pending payout by hand; the audit log has it before it is done. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<PayoutHistory> settle(@RestPath String serviceReference, PayoutVerdict request) {
    operator.get();
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    String status = FINAL_STATUSES.required("status", request.status());
    String reason = Fields.required("reason", request.reason());
    UUID id = PayoutHistories.idOf(serviceReference);
    Verdict verdict = new Verdict(PayoutStatus.ofWireName(status).orElseThrow(), reason);
    return desk.settle(id, verdict, () -> audit.write(entry(id, verdict)))
        .chain(() -> histories.find(id));
  }

  private static Entry entry(UUID id, Verdict verdict) {
    return new Entry(
        "payout.settle",
        Subjects.payout(id),
        Map.of("status", PayoutStatus.PENDING.wireName()),
        Map.of("status", verdict.status().wireName(), "reason", verdict.reason()));
  }
}
