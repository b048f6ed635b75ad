package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.business.Business;
import org.mizani.business.BusinessRegister;
import org.mizani.fault.ApiFault;
import org.mizani.web.PageSize;

/** {@code /operator/businesses}: registers, shows and changes businesses. */
@Path("/operator/businesses")
@Tag(name = "Operator")
@Cancellable(false)
public class BusinessResource {

  private static final PageSize PAGE_SIZE = new PageSize(50, 500);
  private static final String CREATE_EXAMPLE =
      """
      {"name": "Acacia Traders", "callbackUrl": "https://example.org/payouts",
       "collectionsEnabled": true, "feeRate": 0.015}""";
  private static final String CHANGE_EXAMPLE = "{\"suspended\": true, \"callbackUrl\": null}";

  private final CurrentOperator operator;
  private final BusinessRegister register;
  private final BusinessChanges changes;
  private final IdCursors cursors;
  private final ObjectMapper mapper;

  BusinessResource(
      CurrentOperator operator,
      BusinessRegister register,
      BusinessChanges changes,
      IdCursors cursors,
      ObjectMapper mapper) {
    this.operator = operator;
    this.register = register;
    this.changes = changes;
    this.cursors = cursors;
    this.mapper = mapper;
  }

  /** A page of businesses, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = "items")
  public record BusinessList(List<BusinessAnswer> items, String nextCursor) {}

  /** Registers a business. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  @Operation(
      operationId = "createBusiness",
      summary = "Register a business",
      description =
          "Makes the business and the secret that its webhooks are signed with, which is shown in"
              + " this answer only. It has neither keys nor wallets yet.")
  @APIResponse(
      responseCode = "201",
      description = "The business, with its webhook secret",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = BusinessAnswer.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  public Uni<BusinessAnswer> create(
      @RequestBody(
              content =
                  @Content(
                      schema = @Schema(implementation = BusinessForm.class),
                      examples = @ExampleObject(name = "business", value = CREATE_EXAMPLE)))
          BusinessForm form) {
    operator.get();
    return changes
        .create(given(form).withDefaults().parsed())
        .map(created -> BusinessAnswer.of(created.business(), created.webhookSecret().text()));
  }

  /** All businesses, newest first. */
  @GET
  @Operation(
      operationId = "listBusinesses",
      summary = "List businesses",
      description = "Newest first. To read on, ask with `cursor` set to the answer's `nextCursor`.")
  @APIResponse(
      responseCode = "200",
      description = "The businesses; `nextCursor` only when there are more",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = BusinessList.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  public Uni<BusinessList> list(
      @Parameter(
              description = "How many items at most; more than 500 is cut to 500",
              schema = @Schema(type = SchemaType.INTEGER, minimum = "1", defaultValue = "50"))
          @RestQuery
          String limit,
      @Parameter(description = "The `nextCursor` of the page before") @RestQuery String cursor) {
    operator.get();
    int size = PAGE_SIZE.of(limit);
    return register
        .list(cursors.read("operator/businesses", cursor), size + 1)
        .map(found -> cursors.page("operator/businesses", found, size, Business::id))
        .map(
            page ->
                new BusinessList(
                    page.items().stream().map(BusinessAnswer::of).toList(), page.nextCursor()));
  }

  /** One business. */
  @GET
  @Path("/{businessId}")
  @Operation(
      operationId = "getBusiness",
      summary = "Read a business",
      description = "What is said of it now. Secrets are never shown again.")
  @APIResponse(
      responseCode = "200",
      description = "The business",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = BusinessAnswer.class)))
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  public Uni<BusinessAnswer> read(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId) {
    operator.get();
    return register.read(PublicIds.business(businessId)).map(BusinessAnswer::of);
  }

  /** Changes what is sent of a business, and nothing else. */
  @PATCH
  @Path("/{businessId}")
  @Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
  @Operation(
      operationId = "changeBusiness",
      summary = "Change a business",
      description =
          "Changes the fields that are sent; `null` clears a URL. All pods act on it within 5"
              + " seconds. After a change to the `legacy` signature scheme the business needs new"
              + " API keys: of those made before, the secret that X-Service-Signature is made with"
              + " was not kept, and webhooks of their requests go without that header. The list of"
              + " its keys tells which ones (`signsLegacy`).")
  @APIResponse(
      responseCode = "200",
      description = "The business as it is now",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = BusinessAnswer.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  public Uni<BusinessAnswer> change(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId,
      @RequestBody(
              content =
                  @Content(
                      schema = @Schema(implementation = BusinessForm.class),
                      examples = @ExampleObject(name = "suspend", value = CHANGE_EXAMPLE)))
          ObjectNode sent) {
    operator.get();
    ObjectNode fields = given(sent);
    return changes
        .change(
            PublicIds.business(businessId),
            profile -> BusinessForm.of(profile).with(fields, mapper).parsed())
        .map(BusinessAnswer::of);
  }

  private static <T> T given(T body) {
    if (body == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    return body;
  }
}
