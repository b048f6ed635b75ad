package org.mizani.payout.bulk;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
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
import org.mizani.database.ShownTime;
import org.mizani.fault.ApiFault;
import org.mizani.fault.BulkFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.http.QueryNames;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;
import org.mizani.payout.bulk.BulkProgress.Counts;
import org.mizani.payout.bulk.BulkRepository.Recorded;
import org.mizani.repeat.RepeatedRequests;

/** Batches of payouts, beside the contract: {@code /business/payouts/bulk} (ADR 36). */
@Path("/business/payouts")
public class BulkResource {

  private static final int CREATED = 201;
  private static final String CSV = "text/csv";
  private static final String UTF_8 = "UTF-8";
  private static final String ATOMIC = "atomic";
  private static final ClosedSet YES_OR_NO = ClosedSet.of("true", "false");
  private static final Set<String> PARAMETERS = Set.of("cursor", "limit");
  private static final long BEFORE_THE_FIRST = -1;
  private static final PageSize PAGE_SIZE = new PageSize(100, 1000);

  private final Bulks bulks;
  private final BulkRepository recorded;
  private final BulkPlaces places;
  private final BulkCsv csv;
  private final RepeatedRequests repeats;
  private final CurrentCaller caller;
  private final CursorCodec cursors;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  private final int itemsMost;

  BulkResource(
      Bulks bulks,
      BulkRepository recorded,
      BulkPlaces places,
      BulkCsv csv,
      RepeatedRequests repeats,
      CurrentCaller caller,
      CursorCodec cursors,
      RoutingContext exchange,
      BulkConfig config) {
    config.validate();
    this.bulks = bulks;
    this.recorded = recorded;
    this.places = places;
    this.csv = csv;
    this.repeats = repeats;
    this.caller = caller;
    this.cursors = cursors;
    this.exchange = exchange;
    this.itemsMost = config.itemsMost();
  }

  /** Request body. */
  @JsonAutoDetect(fieldVisibility = Visibility.ANY)
  public static final class BulkRequest {
    BulkItems items;
    Boolean atomic;
  }

  /** Orders a batch. A caller that hangs up does not cancel the creation that it has begun. */
  @POST
  @Path("/bulk")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<BulkAnswer> create(BulkRequest request) {
    Caller business = caller.get(KeyScope.PAY);
    QueryNames.requireOnly(exchange, Set.of());
    Fields.requireBody(request);
    return order(business, items(request.items), Boolean.TRUE.equals(request.atomic));
  }

  /** Orders a batch in CSV, as {@link #create} does. */
  @POST
  @Path("/bulk")
  @Consumes(CSV)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<BulkAnswer> createFromCsv(@RestQuery String atomic, byte[] body) {
    Caller business = caller.get(KeyScope.PAY);
    requireCsv(exchange.request().getHeader(HttpHeaders.CONTENT_TYPE));
    QueryNames.requireOnly(exchange, Set.of(ATOMIC));
    QueryNames.requireValues(exchange, Set.of());
    boolean all = atomic != null && YES_OR_NO.required(ATOMIC, atomic).equals("true");
    return order(business, items(csv.read(body)), all);
  }

  /** A body that is taken as bytes comes with any type, or in another encoding by its own words. */
  private static void requireCsv(String header) {
    MediaType type = header == null ? MediaType.WILDCARD_TYPE : MediaType.valueOf(header);
    String encoding = type.getParameters().getOrDefault(MediaType.CHARSET_PARAMETER, UTF_8);
    boolean isCsv = CSV.equalsIgnoreCase(type.getType() + "/" + type.getSubtype());
    if (!isCsv || !UTF_8.equalsIgnoreCase(encoding)) {
      throw ApiFault.CONTENT_TYPE.asException();
    }
  }

  private Uni<BulkAnswer> order(Caller business, List<JsonNode> items, boolean atomic) {
    return places.keep(
        exchange,
        business.businessId(),
        () ->
            repeats.answer(
                business,
                key -> bulks.create(business, items, atomic, key),
                id -> answer(business, id)));
  }

  private List<JsonNode> items(BulkItems given) {
    if (given == null) {
      throw ApiFault.required("items").asException();
    }
    List<JsonNode> items = given.read();
    if (items.isEmpty() || items.size() > itemsMost) {
      throw ApiFault.invalid("items", "must be 1 to " + itemsMost).asException();
    }
    return items;
  }

  private Uni<Optional<BulkAnswer>> answer(Caller business, UUID id) {
    return recorded
        .find(business, id)
        .chain(
            found ->
                found
                    .map(bulk -> answer(bulk).map(Optional::of))
                    .orElseGet(() -> Uni.createFrom().item(Optional.empty())));
  }

  /** The answer to its creation: its items without the status of their payouts. */
  private Uni<BulkAnswer> answer(Recorded bulk) {
    return recorded
        .page(bulk, BEFORE_THE_FIRST, Integer.MAX_VALUE - 1)
        .map(page -> page.map(item -> item.with(null)).items())
        .map(items -> BulkAnswer.of(bulk.id(), bulk.atomic(), items));
  }

  /** A batch of the business, counted, and a page of its items. */
  @GET
  @Path("/bulk/{bulkId}")
  public Uni<BulkProgress> read(
      @RestPath String bulkId, @RestQuery String limit, @RestQuery String cursor) {
    Caller business = caller.get(KeyScope.READ);
    QueryNames.requireOnly(exchange, PARAMETERS);
    UUID id = PublicIds.read(bulkId, BulkFault.NOT_FOUND);
    int size = PAGE_SIZE.of(limit);
    long after = cursors.decode(nameOfList(id), cursor).map(Cursor::id).orElse(BEFORE_THE_FIRST);
    return recorded
        .find(business, id)
        .map(found -> found.orElseThrow(BulkFault.NOT_FOUND::asException))
        .chain(
            bulk ->
                recorded
                    .count(bulk)
                    .chain(
                        counts ->
                            recorded
                                .page(bulk, after, size)
                                .map(page -> progress(bulk, counts, page))));
  }

  private BulkProgress progress(Recorded bulk, Counts counts, Page<BulkItem> page) {
    return new BulkProgress(
        bulk.id().toString(),
        bulk.atomic(),
        ShownTime.of(bulk.createdAt()),
        counts,
        page.items(),
        cursors.next(nameOfList(bulk.id()), page));
  }

  private static String nameOfList(UUID bulkId) {
    return "bulk/" + bulkId;
  }
}
