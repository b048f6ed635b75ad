package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.business.ApiKeys.Issued;
import org.mizani.business.BusinessRegister;
import org.mizani.web.PageSize;

/** {@code /operator/businesses/{businessId}/api-keys}: issues, shows and revokes API keys. */
@Path("/operator/businesses/{businessId}/api-keys")
@Tag(name = "Operator")
@Cancellable(false)
public class ApiKeyResource {

  private static final PageSize PAGE_SIZE = new PageSize(50, 500);

  private final CurrentOperator operator;
  private final BusinessRegister register;
  private final ApiKeys apiKeys;
  private final CredentialChanges changes;
  private final IdCursors cursors;

  ApiKeyResource(
      CurrentOperator operator,
      BusinessRegister register,
      ApiKeys apiKeys,
      CredentialChanges changes,
      IdCursors cursors) {
    this.operator = operator;
    this.register = register;
    this.apiKeys = apiKeys;
    this.changes = changes;
    this.cursors = cursors;
  }

  /**
   * An API key.
   *
   * @param apiSecret only in the answer that tells it for the only time
   */
  @Schema(requiredProperties = {"apiKey", "signsLegacy", "createdAt", "revokedAt"})
  public record ApiKeyAnswer(
      @Schema(description = "The key", examples = "pk_test_demo") String apiKey,
      @Schema(description = "Its secret; shown this once", examples = "sk_test_demo")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          String apiSecret,
      @Schema(
              description =
                  "Whether webhooks of its requests can carry X-Service-Signature: only of keys made"
                      + " under the legacy scheme is the secret kept",
              examples = "false")
          boolean signsLegacy,
      @Schema(description = "When it was made", examples = "2026-11-20T11:42:52.771Z")
          Instant createdAt,
      @Schema(
              description = "Since when it opens nothing; null while it does",
              nullable = true,
              examples = "2026-11-21T11:42:52.771Z")
          Instant revokedAt) {

    static ApiKeyAnswer of(ApiKey key) {
      return of(key, null);
    }

    static ApiKeyAnswer of(ApiKey key, String secret) {
      return new ApiKeyAnswer(
          key.key(),
          secret,
          key.signsLegacy(),
          key.createdAt().truncatedTo(ChronoUnit.MILLIS),
          key.revokedAt().map(time -> time.truncatedTo(ChronoUnit.MILLIS)).orElse(null));
    }

    @Override
    public String toString() {
      return "ApiKeyAnswer[" + apiKey + "]";
    }
  }

  /** A page of API keys, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = "items")
  public record ApiKeyList(List<ApiKeyAnswer> items, String nextCursor) {}

  /** Gives a business another key. */
  @POST
  @ResponseStatus(201)
  @Operation(
      operationId = "createApiKey",
      summary = "Issue an API key",
      description =
          "Makes a key of this environment and its secret, which is shown in this answer only. A"
              + " business may have several: give it a new one, wait until it uses it, then revoke"
              + " the old one, and no request fails.")
  @APIResponse(
      responseCode = "201",
      description = "The key and its secret",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ApiKeyAnswer.class)))
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  public Uni<ApiKeyAnswer> create(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId) {
    operator.get();
    return changes.issueKey(PublicIds.business(businessId)).map(ApiKeyResource::answer);
  }

  private static ApiKeyAnswer answer(Issued issued) {
    return ApiKeyAnswer.of(issued.key(), issued.secret());
  }

  /** The keys of a business, newest first. */
  @GET
  @Operation(
      operationId = "listApiKeys",
      summary = "List API keys",
      description =
          "Newest first, revoked ones too, without their secrets. To read on, ask with `cursor` set"
              + " to the answer's `nextCursor`.")
  @APIResponse(
      responseCode = "200",
      description = "The keys; `nextCursor` only when there are more",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ApiKeyList.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  public Uni<ApiKeyList> list(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId,
      @Parameter(
              description = "How many items at most; more than 500 is cut to 500",
              schema = @Schema(type = SchemaType.INTEGER, minimum = "1", defaultValue = "50"))
          @RestQuery
          String limit,
      @Parameter(description = "The `nextCursor` of the page before") @RestQuery String cursor) {
    operator.get();
    UUID id = PublicIds.business(businessId);
    int size = PAGE_SIZE.of(limit);
    String list = "operator/api-keys/" + id;
    long before = cursors.read(list, cursor);
    return register
        .read(id)
        .chain(business -> apiKeys.list(business.id(), before, size + 1))
        .map(found -> cursors.page(list, found, size, ApiKey::id))
        .map(
            page ->
                new ApiKeyList(
                    page.items().stream().map(ApiKeyAnswer::of).toList(), page.nextCursor()));
  }

  /** Revokes a key. */
  @DELETE
  @Path("/{apiKey}")
  @Operation(
      operationId = "revokeApiKey",
      summary = "Revoke an API key",
      description =
          "Ends the key for good, and its tokens within 5 seconds on every pod. Revoking it again"
              + " changes nothing. Payouts and collections that it made go on, and their webhooks"
              + " carry its signature.")
  @APIResponse(
      responseCode = "200",
      description = "The key as it is now",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ApiKeyAnswer.class)))
  @APIResponse(responseCode = "404", ref = "ApiKeyNotFound")
  public Uni<ApiKeyAnswer> revoke(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId,
      @Parameter(description = "The key", example = "pk_test_demo") @RestPath String apiKey) {
    operator.get();
    return changes.revokeKey(PublicIds.business(businessId), apiKey).map(ApiKeyAnswer::of);
  }
}
