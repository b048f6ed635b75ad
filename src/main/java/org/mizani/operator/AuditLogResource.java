package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.web.Fields;
import org.mizani.web.Moment;
import org.mizani.web.PageSize;

/** {@code GET /operator/audit-log}: who did what to what, and when. */
@Path("/operator/audit-log")
@Tag(name = "Operator")
public class AuditLogResource {

  private static final PageSize PAGE_SIZE = new PageSize(50, 500);

  private final CurrentOperator current;
  private final AuditTrail trail;
  private final IdCursors cursors;

  AuditLogResource(CurrentOperator current, AuditTrail trail, IdCursors cursors) {
    this.current = current;
    this.trail = trail;
    this.cursors = cursors;
  }

  /** One entry. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = {"id", "at", "operator", "action", "subject", "requestId"})
  public record AuditedAction(
      @Schema(description = "The entry's number", examples = "42") long id,
      @Schema(description = "When it was done", examples = "2026-11-21T09:30:12.345Z") Instant at,
      @Schema(description = "The operator's key", examples = "op_test_demo") String operator,
      @Schema(description = "What was done", examples = "rate.enter") String action,
      @Schema(description = "What it was done to", examples = "rate/USD_KES") String subject,
      @Schema(
              description = "What it was before; absent if it was not there",
              type = SchemaType.OBJECT,
              implementation = Object.class,
              examples = "{\"rate\": 129}")
          @JsonRawValue
          String before,
      @Schema(
              description = "What it is now; absent if it is not there any more",
              type = SchemaType.OBJECT,
              implementation = Object.class,
              examples = "{\"rate\": 129.5}")
          @JsonRawValue
          String after,
      @Schema(description = "The request's X-Request-Id", examples = "change-7") String requestId) {

    private static AuditedAction of(AuditTrail.Written entry) {
      return new AuditedAction(
          entry.id(),
          entry.at().truncatedTo(ChronoUnit.MILLIS),
          entry.operator(),
          entry.action(),
          entry.subject(),
          entry.before(),
          entry.after(),
          entry.requestId());
    }
  }

  /** Entries, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = "items")
  public record AuditedActions(List<AuditedAction> items, String nextCursor) {}

  /** The entries of the audit log, newest first. */
  @GET
  @Operation(
      operationId = "listAuditLog",
      summary = "Read the audit log",
      description =
          "Newest first: what operators did, and what the service changed of its own accord."
              + " Entries are never changed or removed. To read on, ask with `cursor` set to the"
              + " answer's `nextCursor` and the same filters.")
  @APIResponse(
      responseCode = "200",
      description = "The entries; `nextCursor` only when there are more",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = AuditedActions.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  public Uni<AuditedActions> list(
      @Parameter(description = "Entries of this subject only") @RestQuery String subject,
      @Parameter(description = "Entries of this action only") @RestQuery String action,
      @Parameter(description = "Entries of this operator's key only") @RestQuery String operator,
      @Parameter(description = "The earliest, an ISO 8601 date and time") @RestQuery String from,
      @Parameter(description = "The first that is too late, an ISO 8601 date and time") @RestQuery
          String to,
      @Parameter(
              description = "How many items at most; more than 500 is cut to 500",
              schema = @Schema(type = SchemaType.INTEGER, minimum = "1", defaultValue = "50"))
          @RestQuery
          String limit,
      @Parameter(description = "The `nextCursor` of the page before") @RestQuery String cursor) {
    current.get();
    AuditTrail.Filter filter =
        new AuditTrail.Filter(
            Fields.optional("subject", subject),
            Fields.optional("action", action),
            Fields.optional("operator", operator),
            Moment.find("from", from).map(Moment::inMicros),
            Moment.find("to", to).map(Moment::inMicros));
    int size = PAGE_SIZE.of(limit);
    String list = "operator/audit-log/" + filter;
    return trail
        .read(filter, cursors.read(list, cursor), size + 1)
        .map(found -> cursors.page(list, found, size, AuditTrail.Written::id))
        .map(
            page ->
                new AuditedActions(
                    page.items().stream().map(AuditedAction::of).toList(), page.nextCursor()));
  }
}
