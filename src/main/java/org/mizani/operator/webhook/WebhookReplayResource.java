package org.mizani.operator.webhook;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.Map;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.fault.ApiFault;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.audit.AuditLog;
import org.mizani.operator.audit.AuditLog.Entry;
import org.mizani.operator.audit.Subjects;
import org.mizani.webhook.DeliveryRepository;
import org.mizani.webhook.RecordedDelivery;
import org.mizani.webhook.WebhookReplays;

/** {@code POST /operator/webhook-deliveries/{id}/replay}: has a webhook sent again. */
@Path("/operator/webhook-deliveries/{id}/replay")
public class WebhookReplayResource {

  private static final int ACCEPTED = 202;

  private final CurrentOperator operator;
  private final DeliveryRepository register;
  private final WebhookReplays replays;
  private final AuditLog audit;

  WebhookReplayResource(
      CurrentOperator operator,
      DeliveryRepository register,
      WebhookReplays replays,
      AuditLog audit) {
    this.operator = operator;
    this.register = register;
    this.replays = replays;
    this.audit = audit;
  }

  /** The id that a text is. */
  static UUID idOf(String id) {
    return PublicIds.read(id, ApiFault.DELIVERY_NOT_FOUND);
  }

  /** Sends one webhook again. */
  @POST
  @ResponseStatus(ACCEPTED)
  @Cancellable(false)
  public Uni<RecordedDelivery> replay(@RestPath String id) {
    operator.get();
    UUID known = idOf(id);
    return audit
        .audited(() -> replayEnded(known), status -> entry(known, status))
        .invoke(replays::sendNow)
        .chain(() -> register.find(known))
        .map(found -> found.orElseThrow(ApiFault.DELIVERY_NOT_FOUND::asException));
  }

  private Uni<String> replayEnded(UUID id) {
    return replays
        .replay(id)
        .chain(
            status ->
                status.map(ended -> Uni.createFrom().item(ended)).orElseGet(() -> refuse(id)));
  }

  private Uni<String> refuse(UUID id) {
    return register
        .find(id)
        .map(
            found -> {
              throw found.isPresent()
                  ? ApiFault.DELIVERY_PENDING.asException()
                  : ApiFault.DELIVERY_NOT_FOUND.asException();
            });
  }

  private static Entry entry(UUID id, String status) {
    return new Entry(
        "webhook-delivery.replay",
        Subjects.delivery(id),
        Map.of("status", status),
        Map.of("status", "pending"));
  }
}
