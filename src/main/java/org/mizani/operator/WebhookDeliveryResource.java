package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
import org.mizani.fault.ApiFault;
import org.mizani.webhook.DeliveryRegister;
import org.mizani.webhook.RecordedAttempt;
import org.mizani.webhook.RecordedDelivery;

/** {@code /operator/webhook-deliveries}: what became of webhooks. */
@Path("/operator/webhook-deliveries")
@Tag(name = "Operator")
public class WebhookDeliveryResource {

  private static final FilteredLists.Kind KIND =
      new FilteredLists.Kind(
          "operator/webhook-deliveries", DeliveryRegister.statuses(), DeliveryRegister::status);

  private final CurrentOperator operator;
  private final FilteredLists lists;
  private final DeliveryRegister register;

  WebhookDeliveryResource(
      CurrentOperator operator, FilteredLists lists, DeliveryRegister register) {
    this.operator = operator;
    this.lists = lists;
    this.register = register;
  }

  /** Deliveries, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = "items")
  public record RecordedDeliveries(
      @Schema(description = "Newest first") List<RecordedDelivery> items,
      @Schema(description = "What to ask for the next page with; only when there are more")
          String nextCursor) {}

  /** A delivery with its attempts. */
  @Schema(requiredProperties = "attempts")
  public record DeliveryHistory(
      @JsonUnwrapped RecordedDelivery delivery,
      @Schema(description = "Every attempt, in their order") List<RecordedAttempt> attempts) {}

  /** Deliveries of all businesses, newest first. */
  @GET
  @Operation(
      operationId = "listWebhookDeliveries",
      summary = "List the webhook deliveries of all businesses",
      description =
          "Newest first. When there are more, ask again with `cursor` set to the answer's"
              + " `nextCursor` and the same filters.")
  @APIResponse(
      responseCode = "200",
      description = "The deliveries",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = RecordedDeliveries.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  public Uni<RecordedDeliveries> list(
      @Parameter(
              description = "Deliveries of this status only",
              schema = @Schema(enumeration = {"pending", "delivered", "dead"}))
          @RestQuery
          String status,
      @Parameter(description = "Deliveries of this business only") @RestQuery String businessId,
      @Parameter(
              description = "How many items at most; more than 500 is cut to 500",
              schema = @Schema(type = SchemaType.INTEGER, minimum = "1", defaultValue = "50"))
          @RestQuery
          String limit,
      @Parameter(description = "The `nextCursor` of the page before") @RestQuery String cursor) {
    operator.get();
    Filters filters = new Filters(status, businessId, null, null, limit, cursor);
    return lists.page(KIND, filters, register::list, RecordedDeliveries::new);
  }

  /** One delivery with its attempts. */
  @GET
  @Path("/{id}")
  @Operation(
      operationId = "getWebhookDelivery",
      summary = "Read a webhook delivery and its attempts",
      description = "What receivers answered and how long they took; never the webhook's body.")
  @APIResponse(
      responseCode = "200",
      description = "The delivery",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = DeliveryHistory.class)))
  @APIResponse(responseCode = "404", ref = "DeliveryNotFound")
  public Uni<DeliveryHistory> read(
      @Parameter(description = "The delivery's `id`") @RestPath String id) {
    operator.get();
    return register
        .find(WebhookReplayResource.idOf(id))
        .map(found -> found.orElseThrow(ApiFault.DELIVERY_NOT_FOUND::asException))
        .chain(
            delivery ->
                register
                    .attemptsOf(WebhookReplayResource.idOf(id))
                    .map(attempts -> new DeliveryHistory(delivery, attempts)));
  }
}
