package org.mizani.payout.bulk;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.database.ShownTime;
import org.mizani.fault.BulkFault;
import org.mizani.http.PublicIds;
import org.mizani.http.QueryNames;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;
import org.mizani.payout.bulk.BulkProgress.Counts;
import org.mizani.payout.bulk.BulkRepository.Recorded;
import org.mizani.payout.schedule.ScheduleStatus;
import org.mizani.payout.schedule.ScheduledBulk;

/** Batches of payouts that were ordered, below {@code /business/payouts/bulk} (ADR 36). */
@Path("/business/payouts")
public class OrderedBulkResource {

  private static final Set<String> PARAMETERS = Set.of("cursor", "limit");
  private static final long BEFORE_THE_FIRST = -1;
  private static final PageSize PAGE_SIZE = new PageSize(100, 1000);

  private final BulkRepository recorded;
  private final ScheduledBulks scheduled;
  private final CurrentCaller caller;
  private final CursorCodec cursors;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  OrderedBulkResource(
      BulkRepository recorded,
      ScheduledBulks scheduled,
      CurrentCaller caller,
      CursorCodec cursors,
      RoutingContext exchange) {
    this.recorded = recorded;
    this.scheduled = scheduled;
    this.caller = caller;
    this.cursors = cursors;
    this.exchange = exchange;
  }

  /** Answer with all batches of a business that wait, which are few. */
  record WaitingList(List<WaitingBulk> items) {}

  /** The batches of the business that wait for their time, the next one first. */
  @GET
  @Path("/bulk")
  public Uni<WaitingList> list() {
    Caller business = caller.get(KeyScope.READ);
    QueryNames.requireOnly(exchange, Set.of());
    return scheduled.waiting(business).map(WaitingList::new);
  }

  /** Cancels a batch whose execution has not begun. */
  @DELETE
  @Path("/bulk/{bulkId}")
  public Uni<BulkAnswer> cancel(@RestPath String bulkId) {
    return scheduled.cancel(caller.get(KeyScope.PAY), PublicIds.read(bulkId, BulkFault.NOT_FOUND));
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
