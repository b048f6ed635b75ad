package org.mizani.payout.bulk;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.payout.bulk.BulkRepository.Recorded;
import org.mizani.payout.schedule.ExecutionTimes;
import org.mizani.repeat.RepeatedRequests;

/** Orders of batches of payouts, beside the contract: {@code /business/payouts/bulk} (ADR 36). */
@Path("/business/payouts")
public class BulkResource {

  private static final int CREATED = 201;
  private static final long BEFORE_THE_FIRST = -1;

  private final Bulks bulks;
  private final BulkRepository recorded;
  private final ScheduledBulks scheduled;
  private final ExecutionTimes times;
  private final BulkPlaces places;
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
    this.repeats = repeats;
    this.caller = caller;
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
    Optional<String> executeAt = Optional.ofNullable(request.executeAt);
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
}
