package org.mizani.collection.request;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.collection.Collections;
import org.mizani.collection.answer.CollectionAnswer;
import org.mizani.collection.answer.CollectionDetails;
import org.mizani.collection.record.CollectionRepository;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.paging.PageSize;
import org.mizani.repeat.RepeatedRequests;
import org.mizani.timeline.PartnerHistories;
import org.mizani.timeline.PartnerHistory;

/** Collections of a business: {@code /business/collections} (specification, 4.13 to 4.15). */
@Path("/business/collections")
public class CollectionResource {

  private static final int CREATED = 201;

  private final Collections collections;
  private final CollectionOrderReader orders;
  private final CollectionRepository recorded;
  private final PartnerHistories histories;
  private final RepeatedRequests repeats;
  private final CurrentCaller caller;

  CollectionResource(
      Collections collections,
      CollectionOrderReader orders,
      CollectionRepository recorded,
      PartnerHistories histories,
      RepeatedRequests repeats,
      CurrentCaller caller) {
    this.collections = collections;
    this.orders = orders;
    this.recorded = recorded;
    this.histories = histories;
    this.repeats = repeats;
    this.caller = caller;
  }

  /** Collections, newest first. */
  public record CollectionList(List<CollectionAnswer> items) {}

  /** A collection with its history. */
  public record CollectionWithHistory(
      @JsonUnwrapped CollectionDetails collection, @JsonUnwrapped PartnerHistory history) {}

  /**
   * Prompts a customer to pay. A caller that hangs up does not cancel the creation that it has
   * begun.
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<CollectionAnswer> create(CollectionRequest request) {
    Caller business = caller.get(KeyScope.COLLECT);
    Fields.requireBody(request);
    if (!business.collections().enabled()) {
      throw ApiFault.COLLECTIONS_NOT_ENABLED.asException();
    }
    return repeats.answer(
        business,
        key -> collections.create(business, orders.read(request), key),
        id -> recorded.created(business, id));
  }

  /** The collection with this id. */
  @GET
  @Path("/{collectionId}")
  public Uni<CollectionAnswer> read(@RestPath String collectionId) {
    Caller business = caller.get(KeyScope.READ);
    UUID id = PublicIds.read(collectionId, ApiFault.COLLECTION_NOT_FOUND);
    return recorded
        .find(business, id)
        .map(found -> found.orElseThrow(ApiFault.COLLECTION_NOT_FOUND::asException));
  }

  /**
   * The collection with this id, with what was paid, or why nothing was and whose move it is, its
   * timeline and its webhooks: beside the contract.
   */
  @GET
  @Path("/{collectionId}/details")
  public Uni<CollectionWithHistory> details(@RestPath String collectionId) {
    Caller business = caller.get(KeyScope.READ);
    UUID id = PublicIds.read(collectionId, ApiFault.COLLECTION_NOT_FOUND);
    return recorded
        .details(business, id)
        .map(found -> found.orElseThrow(ApiFault.COLLECTION_NOT_FOUND::asException))
        .chain(
            collection ->
                histories
                    .ofCollection(business.businessId(), id)
                    .map(history -> new CollectionWithHistory(collection, history)));
  }

  /** The newest collections, or the one with this reference. */
  @GET
  public Uni<CollectionList> list(@RestQuery String limit, @RestQuery String reference) {
    Caller business = caller.get(KeyScope.READ);
    int most = PageSize.DEFAULT.of(limit);
    Optional<String> wanted = Fields.optional("reference", reference);
    return wanted
        .map(one -> recorded.withReference(business, one))
        .orElseGet(() -> recorded.newest(business, most))
        .map(CollectionList::new);
  }
}
