package org.mizani.operator.business;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.business.ApiKeys.Issued;
import org.mizani.business.BusinessRepository;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;

/** {@code /operator/businesses/{businessId}/api-keys}: issues, shows and revokes API keys. */
@Path("/operator/businesses/{businessId}/api-keys")
@Cancellable(false)
public class ApiKeyResource {

  private final CurrentOperator operator;
  private final BusinessRepository register;
  private final ApiKeys apiKeys;
  private final CredentialChanges changes;
  private final CursorCodec cursors;

  ApiKeyResource(
      CurrentOperator operator,
      BusinessRepository register,
      ApiKeys apiKeys,
      CredentialChanges changes,
      CursorCodec cursors) {
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
  public record ApiKeyAnswer(
      String apiKey,
      @JsonInclude(JsonInclude.Include.NON_NULL) String apiSecret,
      boolean signsLegacy,
      Instant createdAt,
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
  public record ApiKeyList(List<ApiKeyAnswer> items, String nextCursor) {}

  /** Gives a business another key. */
  @POST
  @ResponseStatus(201)
  public Uni<ApiKeyAnswer> create(@RestPath String businessId) {
    operator.get();
    return changes.issueKey(PublicIds.business(businessId)).map(ApiKeyResource::answer);
  }

  private static ApiKeyAnswer answer(Issued issued) {
    return ApiKeyAnswer.of(issued.key(), issued.secret());
  }

  /** The keys of a business, newest first. */
  @GET
  public Uni<ApiKeyList> list(
      @RestPath String businessId, @RestQuery String limit, @RestQuery String cursor) {
    operator.get();
    UUID id = PublicIds.business(businessId);
    int size = PageSize.DEFAULT.of(limit);
    String list = "operator/api-keys/" + id;
    Cursor behind = cursors.decode(list, cursor).orElse(Cursor.NEWEST);
    return register
        .read(id)
        .chain(business -> apiKeys.list(business.id(), behind.id(), size + 1))
        .map(found -> Page.of(found, size, key -> Cursor.of(key.id())).map(ApiKeyAnswer::of))
        .map(page -> new ApiKeyList(page.items(), cursors.next(list, page)));
  }

  /** Revokes a key. */
  @DELETE
  @Path("/{apiKey}")
  public Uni<ApiKeyAnswer> revoke(@RestPath String businessId, @RestPath String apiKey) {
    operator.get();
    return changes.revokeKey(PublicIds.business(businessId), apiKey).map(ApiKeyAnswer::of);
  }
}
