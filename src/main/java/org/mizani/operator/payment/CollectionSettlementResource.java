package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.collection.CollectionManualSettlement;
import org.mizani.collection.CollectionManualSettlement.Verdict;
import org.mizani.collection.CollectionStatus;
import org.mizani.fault.ApiFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.audit.AuditLog;
import org.mizani.operator.audit.AuditLog.Entry;
import org.mizani.operator.audit.Subjects;

/** {@code POST /operator/collections/{id}/settle}: an operator's word on a pending collection. */
@Path("/operator/collections/{id}/settle")
public class CollectionSettlementResource {

  private static final String SUCCESS = "collection_success";
  private static final String PAYMENT = "mnoPaymentReference";
  private static final ClosedSet FINAL_STATUSES =
      ClosedSet.of(SUCCESS, "collection_failure", "cancelled");
  private final CurrentOperator operator;
  private final CollectionManualSettlement desk;
  private final CollectionHistories histories;
  private final AuditLog audit;

  CollectionSettlementResource(
      CurrentOperator operator,
      CollectionManualSettlement desk,
      CollectionHistories histories,
      AuditLog audit) {
    this.operator = operator;
    this.desk = desk;
    this.histories = histories;
    this.audit = audit;
  }

  /** An operator's word on a pending collection. */
  public record CollectionVerdict(String status, String reason, String mnoPaymentReference) {}

  /** Settles a pending collection by hand; the audit log has it before it is done. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<CollectionHistory> settle(@RestPath String id, CollectionVerdict request) {
    operator.get();
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    String status = FINAL_STATUSES.required("status", request.status());
    String reason = Fields.required("reason", request.reason());
    Optional<String> payment =
        status.equals(SUCCESS)
            ? Optional.of(Fields.required(PAYMENT, request.mnoPaymentReference()))
            : refused(request.mnoPaymentReference());
    UUID known = CollectionHistories.idOf(id);
    Verdict verdict = new Verdict(CollectionStatus.ofWireName(status).orElseThrow(), payment);
    return desk.settle(known, verdict, () -> audit.write(entry(known, verdict, reason)))
        .chain(() -> histories.find(known));
  }

  private static Optional<String> refused(String payment) {
    if (Fields.optional(PAYMENT, payment).isPresent()) {
      throw ApiFault.invalid(PAYMENT + " goes with " + SUCCESS + " only").asException();
    }
    return Optional.empty();
  }

  private static Entry entry(UUID id, Verdict verdict, String reason) {
    Map<String, Object> after = new HashMap<>();
    after.put("status", verdict.status().wireName());
    after.put("reason", reason);
    verdict.paymentReference().ifPresent(reference -> after.put(PAYMENT, reference));
    return new Entry(
        "collection.settle",
        Subjects.collection(id),
        Map.of("status", CollectionStatus.PENDING.wireName()),
        after);
  }
}
