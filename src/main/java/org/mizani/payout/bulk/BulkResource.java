package org.mizani.payout.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.http.QueryNames;
import org.mizani.payout.bulk.BulkRepository.Recorded;
import org.mizani.payout.schedule.ExecutionTimes;
import org.mizani.repeat.RepeatedRequests;

/** Orders of batches of payouts, beside the contract: {@code /business/payouts/bulk} (ADR 36). */
@Path("/business/payouts")
public class BulkResource {

  private static final int CREATED = 201;
  private static final String CSV = "text/csv";
  private static final String UTF_8 = "UTF-8";
  private static final String ATOMIC = "atomic";
  private static final String EXECUTE_AT = "executeAt";
  private static final ClosedSet YES_OR_NO = ClosedSet.of("true", "false");
  private static final long BEFORE_THE_FIRST = -1;

  private final Bulks bulks;
  private final BulkRepository recorded;
  private final ScheduledBulks scheduled;
  private final ExecutionTimes times;
  private final BulkPlaces places;
  private final BulkCsv csv;
  private final RepeatedRequests repeats;
  private final CurrentCaller caller;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  private final int itemsMost;

  BulkResource(
      Bulks bulks,
      BulkRepository recorded,
      ScheduledBulks scheduled,
      ExecutionTimes times,
      BulkPlaces places,
      BulkCsv csv,
      RepeatedRequests repeats,
      CurrentCaller caller,
      RoutingContext exchange,
      BulkConfig config) {
    config.validate();
    this.bulks = bulks;
    this.recorded = recorded;
    this.scheduled = scheduled;
    this.times = times;
    this.places = places;
    this.csv = csv;
    this.repeats = repeats;
    this.caller = caller;
    this.exchange = exchange;
    this.itemsMost = config.itemsMost();
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
    QueryNames.requireOnly(exchange, Set.of());
    Fields.requireBody(request);
    boolean all = Boolean.TRUE.equals(request.atomic);
    return order(business, items(request.items), all, Optional.ofNullable(request.executeAt));
  }

  /** Orders a batch in CSV, as {@link #create} does. */
  @POST
  @Path("/bulk")
  @Consumes(CSV)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<BulkAnswer> createFromCsv(
      @RestQuery String atomic, @RestQuery String executeAt, byte[] body) {
    Caller business = caller.get(KeyScope.PAY);
    requireCsv(exchange.request().getHeader(HttpHeaders.CONTENT_TYPE));
    QueryNames.requireOnly(exchange, Set.of(ATOMIC, EXECUTE_AT));
    QueryNames.requireValues(exchange, Set.of());
    boolean all = atomic != null && YES_OR_NO.required(ATOMIC, atomic).equals("true");
    return order(business, items(csv.read(body)), all, Optional.ofNullable(executeAt));
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

  private Uni<BulkAnswer> order(
      Caller business, List<JsonNode> items, boolean atomic, Optional<String> executeAt) {
    return places.keep(
        exchange,
        business.businessId(),
        () ->
            repeats.answer(
                business,
                // A repeat gets the first answer, though the time may have come since.
                key ->
                    executeAt
                        .map(times::read)
                        .map(at -> scheduled.order(business, items, atomic, at, key))
                        .orElseGet(() -> bulks.create(business, items, atomic, key)),
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
}
