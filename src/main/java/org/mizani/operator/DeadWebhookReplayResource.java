package org.mizani.operator;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.business.BusinessRegister;
import org.mizani.fault.ApiFault;
import org.mizani.operator.AuditLog.Entry;
import org.mizani.web.Moment;
import org.mizani.webhook.WebhookReplays;

/**
 * {@code POST /operator/businesses/{businessId}/webhook-deliveries/replay}: has all dead webhooks
 * of a business sent again.
 */
@Path("/operator/businesses/{businessId}/webhook-deliveries/replay")
@Tag(name = "Operator")
public class DeadWebhookReplayResource {

  private final CurrentOperator operator;
  private final BusinessRegister businesses;
  private final WebhookReplays replays;
  private final AuditLog audit;

  DeadWebhookReplayResource(
      CurrentOperator operator,
      BusinessRegister businesses,
      WebhookReplays replays,
      AuditLog audit) {
    this.operator = operator;
    this.businesses = businesses;
    this.replays = replays;
    this.audit = audit;
  }

  /** How many deliveries are sent again. */
  @Schema(requiredProperties = "replayed")
  public record Replayed(
      @Schema(description = "How many are sent again", examples = "12") int replayed) {}

  /** Which dead ones of a business. */
  private record Range(UUID business, long businessId, Moment from, Moment to) {}

  /** Sends all dead webhooks of a business again that were written in a time range. */
  @POST
  @Cancellable(false)
  @Operation(
      operationId = "replayDeadWebhookDeliveries",
      summary = "Send all dead webhooks of a business again",
      description =
          "Those that were written at or after `from` and before `to` (ISO 8601; without an offset"
              + " UTC), each as if it were replayed by itself.")
  @APIResponse(
      responseCode = "200",
      description = "How many",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = Replayed.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  public Uni<Replayed> replayDead(
      @Parameter(description = "The business's id") @RestPath String businessId,
      @Parameter(
              description = "The earliest time, inclusive",
              required = true,
              example = "2026-01-01T00:00:00Z")
          @RestQuery
          String from,
      @Parameter(
              description = "The latest time, exclusive",
              required = true,
              example = "2036-01-01T00:00:00Z")
          @RestQuery
          String to) {
    operator.get();
    Optional<Moment> start = Moment.find("from", from);
    Optional<Moment> end = Moment.find("to", to);
    if (start.isEmpty() || end.isEmpty()) {
      throw ApiFault.FROM_AND_TO_REQUIRED.asException();
    }
    if (!start.get().instant().isBefore(end.get().instant())) {
      throw ApiFault.invalid("from must be before to").asException();
    }
    UUID business = PublicIds.business(businessId);
    return businesses
        .read(business)
        .chain(found -> replayAll(new Range(business, found.id(), start.get(), end.get()), 0))
        .invoke(replays::sendNow)
        .map(Replayed::new);
  }

  /** Statement after statement, each with its entry, so that no number of them is too large. */
  private Uni<Integer> replayAll(Range range, int before) {
    Instant from = range.from().inMicros();
    Instant to = range.to().inMicros();
    return audit
        .audited(
            () -> replays.replayDead(range.businessId(), from, to), count -> entry(range, count))
        .chain(
            count ->
                count < WebhookReplays.MOST_AT_ONCE
                    ? Uni.createFrom().item(before + count)
                    : replayAll(range, before + count));
  }

  private static Entry entry(Range range, int count) {
    return new Entry(
        "webhook-delivery.replay_dead",
        Subjects.deliveriesOf(range.business()),
        Map.of(),
        Map.of("from", range.from().text(), "to", range.to().text(), "replayed", count));
  }
}
