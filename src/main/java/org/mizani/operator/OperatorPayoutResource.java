package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.payout.PayoutRegister;
import org.mizani.payout.PayoutStatus;
import org.mizani.payout.RecordedPayout;

/** {@code /operator/payouts}: how payouts fare. */
@Path("/operator/payouts")
@Tag(name = "Operator")
public class OperatorPayoutResource {

  private static final FilteredLists.Kind KIND =
      new FilteredLists.Kind(
          "operator/payouts",
          PayoutStatus.wireNames(),
          name -> PayoutStatus.ofWireName(name).map(PayoutStatus::code));

  private final CurrentOperator operator;
  private final FilteredLists lists;
  private final PayoutRegister register;
  private final PayoutHistories histories;

  OperatorPayoutResource(
      CurrentOperator operator,
      FilteredLists lists,
      PayoutRegister register,
      PayoutHistories histories) {
    this.operator = operator;
    this.lists = lists;
    this.register = register;
    this.histories = histories;
  }

  /** Payouts, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = "items")
  public record RecordedPayouts(
      @Schema(description = "Newest first") List<RecordedPayout> items,
      @Schema(description = "What to ask for the next page with; only when there are more")
          String nextCursor) {}

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
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
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
    Filters filters = new Filters(status, businessId, olderThan, flagged, limit, cursor);
    return lists.page(KIND, filters, register::list, RecordedPayouts::new);
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
  @APIResponse(responseCode = "404", ref = "PayoutNotFound")
  public Uni<PayoutHistory> read(
      @Parameter(description = "The payout's `serviceReference`") @RestPath
          String serviceReference) {
    operator.get();
    return histories.find(PayoutHistories.idOf(serviceReference));
  }
}
