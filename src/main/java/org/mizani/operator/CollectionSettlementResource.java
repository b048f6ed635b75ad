package org.mizani.operator;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.collection.CollectionDesk;
import org.mizani.collection.CollectionDesk.Verdict;
import org.mizani.collection.CollectionStatus;
import org.mizani.fault.ApiFault;
import org.mizani.operator.AuditLog.Entry;
import org.mizani.web.ClosedSet;
import org.mizani.web.Fields;

/** {@code POST /operator/collections/{id}/settle}: an operator's word on a pending collection. */
@Path("/operator/collections/{id}/settle")
@Tag(name = "Operator")
public class CollectionSettlementResource {

  private static final String SUCCESS = "collection_success";
  private static final String PAYMENT = "mnoPaymentReference";
  private static final ClosedSet FINAL_STATUSES =
      ClosedSet.of(SUCCESS, "collection_failure", "cancelled");
  private static final String VERDICT_EXAMPLE =
      "{\"status\": \"collection_failure\", \"reason\": \"the network lost the prompt\"}";

  private final CurrentOperator operator;
  private final CollectionDesk desk;
  private final CollectionHistories histories;
  private final AuditLog audit;

  CollectionSettlementResource(
      CurrentOperator operator,
      CollectionDesk desk,
      CollectionHistories histories,
      AuditLog audit) {
    this.operator = operator;
    this.desk = desk;
    this.histories = histories;
    this.audit = audit;
  }

  /** An operator's word on a pending collection. */
  @Schema(requiredProperties = {"status", "reason"})
  public record CollectionVerdict(
      @Schema(
              description = "What became of it",
              enumeration = {"collection_success", "collection_failure", "cancelled"})
          String status,
      @Schema(description = "Why that is certain", examples = "receipt confirmed by the network")
          String reason,
      @Schema(description = "The network's reference of the payment; for a success, and only there")
          String mnoPaymentReference) {}

  /** Settles a pending collection by hand; the audit log has it before it is done. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  @Operation(
      operationId = "settleCollection",
      summary = "Settle a pending collection by hand",
      description =
          "Goes the same way as a network's answer: for a success the wallet is credited, and the"
              + " webhook is sent. A payment that comes after all is credited too, and flagged. Only"
              + " a pending collection can be settled, once: 409 `collection is final` says that"
              + " somebody, or the network, was quicker. The reason is kept in the audit log.")
  @APIResponse(
      responseCode = "200",
      description = "The collection, settled",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = CollectionHistory.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "CollectionNotFound")
  @APIResponse(responseCode = "409", ref = "CollectionNotPending")
  public Uni<CollectionHistory> settle(
      @Parameter(description = "The collection's `id`") @RestPath String id,
      @RequestBody(
              required = true,
              content = @Content(examples = @ExampleObject(name = "lost", value = VERDICT_EXAMPLE)))
          CollectionVerdict request) {
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
