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
import org.mizani.collection.CollectionRegister;
import org.mizani.collection.CollectionStatus;
import org.mizani.collection.RecordedCollection;

/** {@code /operator/collections}: how collections fare. */
@Path("/operator/collections")
@Tag(name = "Operator")
public class OperatorCollectionResource {

  private static final FilteredLists.Kind KIND =
      new FilteredLists.Kind(
          "operator/collections",
          CollectionStatus.wireNames(),
          name -> CollectionStatus.ofWireName(name).map(CollectionStatus::code));

  private final CurrentOperator operator;
  private final FilteredLists lists;
  private final CollectionRegister register;
  private final CollectionHistories histories;

  OperatorCollectionResource(
      CurrentOperator operator,
      FilteredLists lists,
      CollectionRegister register,
      CollectionHistories histories) {
    this.operator = operator;
    this.lists = lists;
    this.register = register;
    this.histories = histories;
  }

  /** Collections, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = "items")
  public record RecordedCollections(
      @Schema(description = "Newest first") List<RecordedCollection> items,
      @Schema(description = "What to ask for the next page with; only when there are more")
          String nextCursor) {}

  /** Collections of all businesses, newest first. */
  @GET
  @Operation(
      operationId = "listAllCollections",
      summary = "List the collections of all businesses",
      description =
          "Newest first. Of what is personal only the last digits of the customer's number are"
              + " shown. When there are more, ask again with `cursor` set to the answer's"
              + " `nextCursor` and the same filters.")
  @APIResponse(
      responseCode = "200",
      description = "The collections",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = RecordedCollections.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  public Uni<RecordedCollections> list(
      @Parameter(
              description = "Collections of this status only",
              schema =
                  @Schema(
                      enumeration = {
                        "collection_pending",
                        "collection_success",
                        "collection_failure",
                        "cancelled"
                      }))
          @RestQuery
          String status,
      @Parameter(description = "Collections of this business only") @RestQuery String businessId,
      @Parameter(
              description = "Collections created longer ago than this ISO 8601 duration",
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
    return lists.page(KIND, filters, register::list, RecordedCollections::new);
  }

  /** One collection with its timeline. */
  @GET
  @Path("/{id}")
  @Operation(
      operationId = "getCollectionHistory",
      summary = "Read a collection and what happened to it",
      description =
          "`timeline` has everything in its order: the ledger's moves, the webhook with each of its"
              + " attempts, and what operators did.")
  @APIResponse(
      responseCode = "200",
      description = "The collection",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = CollectionHistory.class)))
  @APIResponse(responseCode = "404", ref = "CollectionNotFound")
  public Uni<CollectionHistory> read(
      @Parameter(description = "The collection's `id`") @RestPath String id) {
    operator.get();
    return histories.find(CollectionHistories.idOf(id));
  }
}
