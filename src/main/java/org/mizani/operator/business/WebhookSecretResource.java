package org.mizani.operator.business;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.BusinessRepository;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.webhook.WebhookSecret;
import org.mizani.webhook.WebhookSecrets;

/** {@code POST /operator/businesses/{businessId}/webhook-secrets}: rotates the webhook secret. */
@Path("/operator/businesses/{businessId}/webhook-secrets")
public class WebhookSecretResource {

  private final CurrentOperator operator;
  private final BusinessRepository businesses;
  private final WebhookSecrets secrets;
  private final AuditLog audit;
  private final SecureRandom random = new SecureRandom();

  WebhookSecretResource(
      CurrentOperator operator,
      BusinessRepository businesses,
      WebhookSecrets secrets,
      AuditLog audit) {
    this.operator = operator;
    this.businesses = businesses;
    this.secrets = secrets;
    this.audit = audit;
  }

  /**
   * A new webhook secret.
   *
   * @param othersEnd when the secrets before it end; absent if there was none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RotatedSecret(String webhookSecret, Instant othersEnd) {

    @Override
    public String toString() {
      return "RotatedSecret[…]";
    }
  }

  /**
   * Issues a webhook secret, under the business's lock: of two rotations at once one comes after
   * the other.
   */
  @POST
  @ResponseStatus(201)
  @Cancellable(false)
  public Uni<RotatedSecret> rotate(@RestPath String businessId) {
    Actor actor = operator.get();
    UUID id = PublicIds.business(businessId);
    WebhookSecret secret = WebhookSecret.random(random);
    return audit.audited(
        actor,
        () ->
            businesses
                .lock(id)
                .chain(business -> secrets.rotate(business.id(), secret))
                .map(end -> end.map(time -> time.truncatedTo(ChronoUnit.MILLIS)).orElse(null))
                .map(end -> new RotatedSecret(secret.text(), end)),
        rotated -> entry(id, rotated));
  }

  private static Entry entry(UUID businessId, RotatedSecret rotated) {
    return new Entry(
        "webhook-secret.rotate",
        AuditLog.business(businessId) + "/webhook-secrets",
        Map.of(),
        rotated.othersEnd() == null
            ? Map.of()
            : Map.of("othersEnd", rotated.othersEnd().toString()));
  }
}
