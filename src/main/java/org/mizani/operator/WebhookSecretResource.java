package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.operator.CredentialChanges.Rotation;

/** {@code POST /operator/businesses/{businessId}/webhook-secrets}. */
@Path("/operator/businesses/{businessId}/webhook-secrets")
@Tag(name = "Operator")
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
  @Schema(requiredProperties = "webhookSecret")
  public record RotatedSecret(
      @Schema(
              description = "What webhooks are signed with; shown this once",
              examples = "whsec_ZGVtby13ZWJob29rLXNlY3JldC1vZi10aGUtc2FuZGI=")
          String webhookSecret,
      @Schema(
              description = "Until when webhooks are signed with the one before as well",
              examples = "2026-11-21T11:42:52.771Z")
          Instant othersEnd) {

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
  @Operation(
      operationId = "rotateWebhookSecret",
      summary = "Rotate the webhook secret",
      description =
          "Makes a new secret, which is shown in this answer only. For 24 hours webhooks carry"
              + " signatures of both the new one and the one before. Pods sign with the new one"
              + " within some seconds.")
  @APIResponse(
      responseCode = "201",
      description = "The new secret",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = RotatedSecret.class)))
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  public Uni<RotatedSecret> rotate(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId) {
    operator.get();
    return changes.rotateWebhookSecret(PublicIds.business(businessId)).map(RotatedSecret::of);
  }
}
