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
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
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
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.http.QueryNames;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;
import org.mizani.payout.bulk.BulkProgress.Counts;
import org.mizani.payout.bulk.BulkRepository.Recorded;
import org.mizani.payout.schedule.ExecutionTimes;
import org.mizani.payout.schedule.ScheduleStatus;
import org.mizani.payout.schedule.ScheduledBulk;
import org.mizani.repeat.RepeatedRequests;

/** Batches of payouts, beside the contract: {@code /business/payouts/bulk} (ADR 36). */
@Path("/business/payouts")
public class BulkResource {

  private static final int CREATED = 201;
  private static final Set<String> PARAMETERS = Set.of("cursor", "limit");
  private static final long BEFORE_THE_FIRST = -1;
  private static final PageSize PAGE_SIZE = new PageSize(100, 1000);

  private final Bulks bulks;
  private final BulkRepository recorded;
  private final ScheduledBulks scheduled;
  private final ExecutionTimes times;
  private final BulkPlaces places;
  private final RepeatedRequests repeats;
  private final CurrentCaller caller;
  private final CursorCodec cursors;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  private final int itemsMost;

  BulkResource(
      Bulks bulks,
      BulkRepository recorded,
      ScheduledBulks scheduled,
      ExecutionTimes times,
      BulkPlaces places,
      RepeatedRequests repeats,
      CurrentCaller caller,
      CursorCodec cursors,
      RoutingContext exchange,
      BulkConfig config) {
    config.validate();
    this.bulks = bulks;
    this.recorded = recorded;
    this.scheduled = scheduled;
    this.times = times;
    this.places = places;
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
    String executeAt;
  }

  /**
   * Orders a batch, for now or for a later time. A caller that hangs up does not cancel the
   * creation that it has begun.
   */
  @POST
  @Path("/bulk")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<BulkAnswer> create(BulkRequest request) {
    Caller business = caller.get(KeyScope.PAY);
    Fields.requireBody(request);
    List<JsonNode> items = items(request);
    boolean atomic = Boolean.TRUE.equals(request.atomic);
    Optional<Instant> executeAt = Optional.ofNullable(request.executeAt).map(times::read);
    return places.keep(
        exchange,
        business.businessId(),
        () ->
            repeats.answer(
                business,
                key ->
                    executeAt
                        .map(at -> scheduled.order(business, items, atomic, at, key))
                        .orElseGet(() -> bulks.create(business, items, atomic, key)),
                id -> answer(business, id)));
  }

  private List<JsonNode> items(BulkRequest request) {
    if (request.items == null) {
      throw ApiFault.required("items").asException();
    }
    List<JsonNode> items = request.items.read();
    if (items.isEmpty() || items.size() > itemsMost) {
      throw ApiFault.invalid("items", "must be 1 to " + itemsMost).asException();
    }
    return items;
  }

  private Uni<Optional<BulkAnswer>> answer(Caller business, UUID id) {
    return scheduled
        .firstAnswer(business, id)
        .chain(
            first -> first.isPresent() ? Uni.createFrom().item(first) : answerAtOnce(business, id));
  }

  private Uni<Optional<BulkAnswer>> answerAtOnce(Caller business, UUID id) {
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
    return scheduled
        .find(business, id)
        .chain(
            found ->
                found
                    .filter(bulk -> !bulk.isJudged())
                    .map(bulk -> Uni.createFrom().item(progress(bulk, after, size)))
                    .orElseGet(() -> readJudged(business, id, found, after, size)));
  }

  private BulkProgress progress(ScheduledBulk bulk, long after, int size) {
    List<BulkItem> items = ScheduledView.items(bulk);
    Page<BulkItem> page =
        Page.of(
            items.stream().filter(item -> item.index() > after).limit(size + 1L).toList(),
            size,
            item -> Cursor.of(item.index()));
    return new BulkProgress(
        bulk.id().toString(),
        bulk.status().code(),
        bulk.executeAt(),
        bulk.atomic(),
        ShownTime.of(bulk.createdAt()),
        ScheduledView.count(items),
        page.items(),
        cursors.next(nameOfList(bulk.id()), page));
  }

  private Uni<BulkProgress> readJudged(
      Caller business, UUID id, Optional<ScheduledBulk> schedule, long after, int size) {
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
                                .map(page -> progress(bulk, schedule, counts, page))));
  }

  private BulkProgress progress(
      Recorded bulk, Optional<ScheduledBulk> schedule, Counts counts, Page<BulkItem> page) {
    return new BulkProgress(
        bulk.id().toString(),
        ScheduleStatus.EXECUTED.code(),
        schedule.map(ScheduledBulk::executeAt).orElse(null),
        bulk.atomic(),
        ShownTime.of(schedule.map(ScheduledBulk::createdAt).orElse(bulk.createdAt())),
        counts,
        page.items(),
        cursors.next(nameOfList(bulk.id()), page));
  }

  private static String nameOfList(UUID bulkId) {
    return "bulk/" + bulkId;
  }
}
