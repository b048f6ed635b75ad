package org.mizani.operator.business;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.business.CredentialChanges.Rotation;

/** {@code POST /operator/businesses/{businessId}/webhook-secrets}. */
@Path("/operator/businesses/{businessId}/webhook-secrets")
public class WebhookSecretResource {

  private final CurrentOperator operator;
  private final CredentialChanges changes;

  WebhookSecretResource(CurrentOperator operator, CredentialChanges changes) {
    this.operator = operator;
    this.changes = changes;
  }

  /**
   * A new webhook secret.
   *
   * @param othersEnd absent if there was none before
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RotatedSecret(String webhookSecret, Instant othersEnd) {

    static RotatedSecret of(Rotation rotation) {
      return new RotatedSecret(
          rotation.secret().text(),
          rotation.othersEnd().map(end -> end.truncatedTo(ChronoUnit.MILLIS)).orElse(null));
    }

    @Override
    public String toString() {
      return "RotatedSecret[…]";
    }
  }

  /** Makes a webhook secret in the place of the one before. */
  @POST
  @ResponseStatus(201)
  @Cancellable(false)
  public Uni<RotatedSecret> rotate(@RestPath String businessId) {
    operator.get();
    return changes.rotateWebhookSecret(PublicIds.business(businessId)).map(RotatedSecret::of);
  }
}
