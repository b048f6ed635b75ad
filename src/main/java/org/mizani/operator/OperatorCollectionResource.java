package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.mizani.collection.CollectionDesk;
import org.mizani.collection.CollectionDesk.Verdict;
import org.mizani.collection.CollectionRegister;
import org.mizani.collection.CollectionStatus;
import org.mizani.collection.RecordedCollection;
import org.mizani.fault.ApiFault;
import org.mizani.operator.AuditLog.Entry;
import org.mizani.web.ClosedSet;
import org.mizani.web.Cursors;
import org.mizani.web.Fields;
import org.mizani.web.ListFilter;
import org.mizani.web.Page;

/** {@code /operator/collections}: how collections fare. */
@Path("/operator/collections")
@Tag(name = "Operator")
public class OperatorCollectionResource {

  private static final String LIST = "operator/collections";
  private static final String SUCCESS = "collection_success";
  private static final String PAYMENT = "mnoPaymentReference";
  private static final ClosedSet FINAL_STATUSES =
      ClosedSet.of(SUCCESS, "collection_failure", "cancelled");
  private static final String VERDICT_EXAMPLE =
      "{\"status\": \"collection_failure\", \"reason\": \"the network lost the prompt\"}";

  private final CurrentOperator operator;
  private final KnownBusinesses businesses;
  private final CollectionRegister register;
  private final Timeline timeline;
  private final Cursors cursors;

  private final CollectionDesk desk;
  private final AuditLog audit;

  OperatorCollectionResource(
      CurrentOperator operator,
      KnownBusinesses businesses,
      CollectionRegister register,
      Timeline timeline,
      Cursors cursors,
      CollectionDesk desk,
      AuditLog audit) {
    this.operator = operator;
    this.businesses = businesses;
    this.register = register;
    this.timeline = timeline;
    this.cursors = cursors;
    this.desk = desk;
    this.audit = audit;
  }

  /** Collections, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = "items")
  public record RecordedCollections(
      @Schema(description = "Newest first") List<RecordedCollection> items,
      @Schema(description = "What to ask for the next page with; only when there are more")
          String nextCursor) {}

  /** A collection, and everything that happened to it. */
  @Schema(requiredProperties = "timeline")
  public record CollectionHistory(
      @JsonUnwrapped RecordedCollection collection,
      @Schema(description = "What happened, in its order") List<TimelineEvent> timeline) {}

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
    ListFilter filter =
        new Filters(status, businessId, olderThan, flagged, limit, cursor)
            .read(
                LIST,
                cursors,
                CollectionStatus.wireNames(),
                name -> CollectionStatus.ofWireName(name).map(CollectionStatus::code));
    return businesses
        .check(filter.businessId())
        .chain(() -> register.list(filter))
        .map(page -> answer(page, filter));
  }

  private RecordedCollections answer(Page<RecordedCollection> page, ListFilter filter) {
    String next = page.next().map(p -> p.write(cursors, filter.listOf(LIST))).orElse(null);
    return new RecordedCollections(page.items(), next);
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
  public Uni<CollectionHistory> read(
      @Parameter(description = "The collection's `id`") @RestPath String id) {
    operator.get();
    return history(idOf(id));
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
  @Path("/{id}/settle")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  @Operation(
      operationId = "settleCollection",
      summary = "Settle a pending collection by hand",
      description =
          "Goes the same way as a network's answer: for a success the wallet is credited, and the"
              + " webhook is sent. A payment that comes after all is credited too. Only a pending collection can be settled, once: 409"
              + " `collection is final` says that somebody, or the network, was quicker. The reason is"
              + " kept in the audit log.")
  @APIResponse(
      responseCode = "200",
      description = "The collection, settled",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = CollectionHistory.class)))
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
    UUID known = idOf(id);
    Verdict verdict = new Verdict(CollectionStatus.ofWireName(status).orElseThrow(), payment);
    return desk.settle(known, verdict, () -> audit.write(entry(known, verdict, reason)))
        .chain(() -> history(known));
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

  private static UUID idOf(String id) {
    return PathIds.find(id).orElseThrow(ApiFault.COLLECTION_NOT_FOUND::asException);
  }

  private Uni<CollectionHistory> history(UUID id) {
    return register
        .find(id)
        .map(found -> found.orElseThrow(ApiFault.COLLECTION_NOT_FOUND::asException))
        .chain(
            collection ->
                timeline
                    .ofCollection(id, CollectionStatus::wireNameOfCode)
                    .map(events -> new CollectionHistory(collection, events)));
  }
}
