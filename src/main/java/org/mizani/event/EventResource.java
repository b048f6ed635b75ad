package org.mizani.event;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.http.QueryNames;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.PageSize;

/** {@code GET /business/events}: the events of a business in order (ADR 37). */
@Path("/business/events")
public class EventResource {

  private static final Set<String> PARAMETERS = Set.of("after", "limit");

  private final CurrentCaller caller;
  private final Events events;
  private final CursorCodec cursors;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  EventResource(CurrentCaller caller, Events events, CursorCodec cursors, RoutingContext exchange) {
    this.caller = caller;
    this.events = events;
    this.cursors = cursors;
    this.exchange = exchange;
  }

  /**
   * Answer with a page of events.
   *
   * @param more whether others follow by now
   * @param after the {@code after} of the next query
   */
  record EventList(List<Event> items, boolean more, String after) {}

  /** The events behind a cursor, the oldest first. */
  @GET
  public Uni<EventList> list(@RestQuery String after, @RestQuery String limit) {
    Caller business = caller.get(KeyScope.READ);
    QueryNames.requireOnly(exchange, PARAMETERS);
    int size = PageSize.DEFAULT.of(limit);
    String list = "business/events/" + business.publicId();
    Optional<Cursor> last = cursors.decode(list, "after", after);
    return events
        .read(new Events.Business(business.businessId(), business.publicId()), last, size)
        .map(page -> new EventList(page.events(), page.more(), cursors.encode(list, page.next())));
  }
}
