package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.fault.ApiFault;
import org.mizani.operator.AuditLog.Entry;
import org.mizani.payout.PayoutDesk;
import org.mizani.payout.PayoutDesk.Verdict;
import org.mizani.payout.PayoutRegister;
import org.mizani.payout.PayoutStatus;
import org.mizani.payout.RecordedPayout;
import org.mizani.web.ClosedSet;
import org.mizani.web.Cursors;
import org.mizani.web.Fields;
import org.mizani.web.ListFilter;
import org.mizani.web.Page;

/** {@code /operator/payouts}: how payouts fare. */
@Path("/operator/payouts")
@Tag(name = "Operator")
public class OperatorPayoutResource {

  private static final String LIST = "operator/payouts";
  private static final ClosedSet FINAL_STATUSES =
      ClosedSet.of("termination_success", "termination_failure");
  private static final String VERDICT_EXAMPLE =
      "{\"status\": \"termination_success\", \"reason\": \"receipt confirmed by the network\"}";

  private final CurrentOperator operator;
  private final KnownBusinesses businesses;
  private final PayoutRegister register;
  private final Timeline timeline;
  private final Cursors cursors;

  private final PayoutDesk desk;
  private final AuditLog audit;

  OperatorPayoutResource(
      CurrentOperator operator,
      KnownBusinesses businesses,
      PayoutRegister register,
      Timeline timeline,
      Cursors cursors,
      PayoutDesk desk,
      AuditLog audit) {
    this.operator = operator;
    this.businesses = businesses;
    this.register = register;
    this.timeline = timeline;
    this.cursors = cursors;
    this.desk = desk;
    this.audit = audit;
  }

  /** Payouts, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = "items")
  public record RecordedPayouts(
      @Schema(description = "Newest first") List<RecordedPayout> items,
      @Schema(description = "What to ask for the next page with; only when there are more")
          String nextCursor) {}

  /** A payout, and everything that happened to it. */
  @Schema(requiredProperties = "timeline")
  public record PayoutHistory(
      @JsonUnwrapped RecordedPayout payout,
      @Schema(description = "What happened, in its order") List<TimelineEvent> timeline) {}

  /** Payouts of all businesses, newest first. */
  @GET
  @Operation(
      operationId = "listPayouts",
      summary = "List the payouts of all businesses",
      description =
          "Newest first. Of what is personal only the last digits of the recipient's number are"
              + " shown. When there are more, ask again with `cursor` set to the answer's"
              + " `nextCursor` and the same filters.")
  @APIResponse(
      responseCode = "200",
      description = "The payouts",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = RecordedPayouts.class)))
  public Uni<RecordedPayouts> list(
      @Parameter(
              description = "Payouts of this status only",
              schema =
                  @Schema(
                      enumeration = {
                        "termination_pending",
                        "termination_success",
                        "termination_failure"
                      }))
          @RestQuery
          String status,
      @Parameter(description = "Payouts of this business only") @RestQuery String businessId,
      @Parameter(
              description = "Payouts created longer ago than this ISO 8601 duration",
              example = "PT1H")
          @RestQuery
          String olderThan,
      @Parameter(
              description = "Those that somebody has to look into, or those that nobody has to",
              schema = @Schema(type = SchemaType.BOOLEAN))
          @RestQuery
          String flagged,
      @Parameter(
              description = "How many items at most; more than 500 is cut to 500",
              schema = @Schema(type = SchemaType.INTEGER, minimum = "1", defaultValue = "50"))
          @RestQuery
          String limit,
      @Parameter(description = "The `nextCursor` of the page before") @RestQuery String cursor) {
    operator.get();
    ListFilter filter =
        new Filters(status, businessId, olderThan, flagged, limit, cursor)
            .read(
                LIST,
                cursors,
                PayoutStatus.wireNames(),
                name -> PayoutStatus.ofWireName(name).map(PayoutStatus::code));
    return businesses
        .check(filter.businessId())
        .chain(() -> register.list(filter))
        .map(page -> answer(page, filter));
  }

  private RecordedPayouts answer(Page<RecordedPayout> page, ListFilter filter) {
    String next = page.next().map(p -> p.write(cursors, filter.listOf(LIST))).orElse(null);
    return new RecordedPayouts(page.items(), next);
  }

  /** One payout with its timeline. */
  @GET
  @Path("/{serviceReference}")
  @Operation(
      operationId = "getPayout",
      summary = "Read a payout and what happened to it",
      description =
          "`timeline` has everything in its order: the ledger's moves, the webhook with each of its"
              + " attempts, and what operators did.")
  @APIResponse(
      responseCode = "200",
      description = "The payout",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = PayoutHistory.class)))
  public Uni<PayoutHistory> read(
      @Parameter(description = "The payout's `serviceReference`") @RestPath
          String serviceReference) {
    operator.get();
    return history(idOf(serviceReference));
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
  @Path("/{serviceReference}/settle")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  @Operation(
      operationId = "settlePayout",
      summary = "Settle a pending payout by hand",
      description =
          "Goes the same way as a network's answer: the hold is captured, or released with its fee,"
              + " and the webhook is sent. Only a pending payout can be settled, once: 409"
              + " `payout is final` says that somebody, or the network, was quicker. The reason is"
              + " kept in the audit log.")
  @APIResponse(
      responseCode = "200",
      description = "The payout, settled",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = PayoutHistory.class)))
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
    UUID id = idOf(serviceReference);
    Verdict verdict = new Verdict(PayoutStatus.ofWireName(status).orElseThrow(), reason);
    return desk.settle(id, verdict, () -> audit.write(entry(id, verdict))).chain(() -> history(id));
  }

  private static Entry entry(UUID id, Verdict verdict) {
    return new Entry(
        "payout.settle",
        Subjects.payout(id),
        Map.of("status", PayoutStatus.PENDING.wireName()),
        Map.of("status", verdict.status().wireName(), "reason", verdict.reason()));
  }

  private static UUID idOf(String serviceReference) {
    return PathIds.find(serviceReference).orElseThrow(ApiFault.PAYOUT_NOT_FOUND::asException);
  }

  private Uni<PayoutHistory> history(UUID serviceReference) {
    return register
        .find(serviceReference)
        .map(found -> found.orElseThrow(ApiFault.PAYOUT_NOT_FOUND::asException))
        .chain(
            payout ->
                timeline
                    .ofPayout(serviceReference, PayoutStatus::wireNameOfCode)
                    .map(events -> new PayoutHistory(payout, events)));
  }
}
