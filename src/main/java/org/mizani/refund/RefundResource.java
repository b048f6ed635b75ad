package org.mizani.refund;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.collection.answer.RefundAnswer;
import org.mizani.collection.record.CollectionRepository;
import org.mizani.collection.record.RecordedRefunds;
import org.mizani.fault.ApiFault;
import org.mizani.http.ExchangeFilter;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.http.QueryNames;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.PageSize;
import org.mizani.repeat.RepeatedRequests;
import org.mizani.repeat.RequestKey;

/**
 * {@code /business/collections/{collectionId}/refunds}, beside the contract: a business pays its
 * customer back, and lists what it has paid back (ADR 20).
 */
@Path("/business/collections/{collectionId}/refunds")
public class RefundResource {

  private static final int CREATED = 201;
  private static final Set<String> PARAMETERS = Set.of("cursor", "limit");

  private final PartnerRefunds refunds;
  private final CollectionRepository collections;
  private final RecordedRefunds recorded;
  private final RepeatedRequests repeats;
  private final CursorCodec cursors;
  private final CurrentCaller caller;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  RefundResource(
      PartnerRefunds refunds,
      CollectionRepository collections,
      RecordedRefunds recorded,
      RepeatedRequests repeats,
      CursorCodec cursors,
      CurrentCaller caller,
      RoutingContext exchange) {
    this.refunds = refunds;
    this.collections = collections;
    this.recorded = recorded;
    this.repeats = repeats;
    this.cursors = cursors;
    this.caller = caller;
    this.exchange = exchange;
  }

  /**
   * Request body.
   *
   * @param amount in major units; null for all that is left
   * @param reason for the audit log; may be null
   */
  public record RefundRequest(String reference, BigDecimal amount, String reason) {}

  /** Pays back. A caller that hangs up does not cancel the creation that it has begun. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<RefundAnswer> create(@RestPath String collectionId, RefundRequest request) {
    Caller business = caller.get(KeyScope.PAY);
    Fields.requireBody(request);
    UUID collection = idOf(collectionId);
    String requestId = exchange.request().getHeader(ExchangeFilter.REQUEST_ID);
    return repeats.answer(
        business,
        key -> refunds.create(read(business, collection, request, requestId, key)),
        id -> recorded.created(business.businessId(), id));
  }

  private static PartnerRefunds.Request read(
      Caller business,
      UUID collection,
      RefundRequest request,
      String requestId,
      Optional<RequestKey> key) {
    return new PartnerRefunds.Request(
        business,
        collection,
        new CollectionRefunds.Entry(
            Fields.required("reference", request.reference()),
            Optional.ofNullable(request.amount())),
        Fields.optional("reason", request.reason()),
        requestId,
        key);
  }

  /** The refunds of a collection of the business, newest first. */
  @GET
  public Uni<ListAnswer<RefundAnswer>> list(
      @RestPath String collectionId, @RestQuery String limit, @RestQuery String cursor) {
    Caller business = caller.get(KeyScope.READ);
    QueryNames.requireOnly(exchange, PARAMETERS);
    int size = PageSize.DEFAULT.of(limit);
    UUID collection = idOf(collectionId);
    String list = "business/refunds/" + business.publicId() + "/" + collection;
    Optional<Cursor> last = cursors.decode(list, cursor);
    return collections
        .find(business, collection)
        .map(found -> found.orElseThrow(ApiFault.COLLECTION_NOT_FOUND::asException))
        .chain(() -> recorded.page(collection, last, size))
        .map(page -> cursors.answer(list, page));
  }

  private static UUID idOf(String id) {
    return PublicIds.read(id, ApiFault.COLLECTION_NOT_FOUND);
  }
}
