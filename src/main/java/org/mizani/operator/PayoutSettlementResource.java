package org.mizani.operator;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
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
import org.mizani.fault.ApiFault;
import org.mizani.operator.AuditLog.Entry;
import org.mizani.payout.PayoutDesk;
import org.mizani.payout.PayoutDesk.Verdict;
import org.mizani.payout.PayoutStatus;
import org.mizani.web.ClosedSet;
import org.mizani.web.Fields;

/**
 * {@code POST /operator/payouts/{serviceReference}/settle}: an operator's word on a pending payout.
 */
@Path("/operator/payouts/{serviceReference}/settle")
@Tag(name = "Operator")
public class PayoutSettlementResource {

  private static final ClosedSet FINAL_STATUSES =
      ClosedSet.of("termination_success", "termination_failure");
  private static final String VERDICT_EXAMPLE =
      "{\"status\": \"termination_success\", \"reason\": \"receipt confirmed by the network\"}";

  private final CurrentOperator operator;
  private final PayoutDesk desk;
  private final PayoutHistories histories;
  private final AuditLog audit;

  PayoutSettlementResource(
      CurrentOperator operator, PayoutDesk desk, PayoutHistories histories, AuditLog audit) {
    this.operator = operator;
    this.desk = desk;
    this.histories = histories;
    this.audit = audit;
  }

  /** An operator's word on a pending payout. */
  @Schema(requiredProperties = {"status", "reason"})
  public record PayoutVerdict(
      @Schema(
              description = "What became of it",
              enumeration = {"termination_success", "termination_failure"})
          String status,
      @Schema(description = "Why that is certain", examples = "receipt confirmed by the network")
          String reason) {}

  /** Settles a pending payout by hand; the audit log has it before it is done. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  @Operation(
      operationId = "settlePayout",
      summary = "Settle a pending payout by hand",
      description =
          "Goes the same way as a network's answer: the hold is captured, or released with its fee,"
              + " and the webhook is sent. Only a pending payout can be settled, once: 409"
              + " `payout is final` says that somebody, or the network, was quicker; 409 `payout is"
              + " being settled` that the network is being asked at this moment, with `Retry-After`."
              + " After a failure the network is asked for a day whether it has paid after all: then"
              + " the payout stays as it is, and is flagged, with `contradictedAt`. The reason is kept"
              + " in the audit log.")
  @APIResponse(
      responseCode = "200",
      description = "The payout, settled",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = PayoutHistory.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "PayoutNotFound")
  @APIResponse(responseCode = "409", ref = "PayoutNotPending")
  public Uni<PayoutHistory> settle(
      @Parameter(description = "The payout's `serviceReference`") @RestPath String serviceReference,
      @RequestBody(
              required = true,
              content = @Content(examples = @ExampleObject(name = "paid", value = VERDICT_EXAMPLE)))
          PayoutVerdict request) {
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
