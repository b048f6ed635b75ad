package org.mizani.operator.business;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.business.Business;
import org.mizani.business.BusinessRepository;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;

/**
 * {@code /operator/businesses/{businessId}/api-keys}: issues, lists and revokes API keys. A change
 * takes the business's lock: of two at once one comes after the other.
 */
@Path("/operator/businesses/{businessId}/api-keys")
@Cancellable(false)
public class ApiKeyResource {

  private final CurrentOperator operator;
  private final BusinessRepository businesses;
  private final ApiKeys apiKeys;
  private final AuditLog audit;
  private final CursorCodec cursors;

  ApiKeyResource(
      CurrentOperator operator,
      BusinessRepository businesses,
      ApiKeys apiKeys,
      AuditLog audit,
      CursorCodec cursors) {
    this.operator = operator;
    this.businesses = businesses;
    this.apiKeys = apiKeys;
    this.audit = audit;
    this.cursors = cursors;
  }

  /**
   * An API key.
   *
   * @param apiSecret shown once, in the answer to the key's creation
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
          shown(key.createdAt()),
          key.revokedAt().map(ApiKeyResource::shown).orElse(null));
    }

    @Override
    public String toString() {
      return "ApiKeyAnswer[" + apiKey + "]";
    }
  }

  /** Issues another key of a business. */
  @POST
  @ResponseStatus(201)
  public Uni<ApiKeyAnswer> create(@RestPath String businessId) {
    Actor actor = operator.get();
    UUID id = PublicIds.business(businessId);
    return audit
        .audited(
            actor,
            () -> businesses.lock(id).chain(business -> apiKeys.issue(business.id())),
            issued -> entry("api-key.create", id, Map.of(), issued.key()))
        .map(issued -> ApiKeyAnswer.of(issued.key(), issued.secret()));
  }

  /** The keys of a business, newest first. */
  @GET
  public Uni<ListAnswer<ApiKeyAnswer>> list(
      @RestPath String businessId, @RestQuery String limit, @RestQuery String cursor) {
    operator.require();
    UUID id = PublicIds.business(businessId);
    int size = PageSize.DEFAULT.of(limit);
    String list = "operator/api-keys/" + id;
    Cursor after = cursors.decode(list, cursor).orElse(Cursor.NEWEST);
    return businesses
        .read(id)
        .chain(business -> apiKeys.list(business.id(), after.id(), size + 1))
        .map(found -> Page.of(found, size, key -> Cursor.of(key.id())).map(ApiKeyAnswer::of))
        .map(page -> cursors.answer(list, page));
  }

  private record Revocation(Map<String, Object> before, ApiKey after) {}

  /** Revokes a key; one that is revoked already stays as it is. */
  @DELETE
  @Path("/{apiKey}")
  public Uni<ApiKeyAnswer> revoke(@RestPath String businessId, @RestPath String apiKey) {
    Actor actor = operator.get();
    UUID id = PublicIds.business(businessId);
    return audit
        .audited(
            actor,
            () -> businesses.lock(id).chain(business -> revoke(business, apiKey)),
            made -> entry("api-key.revoke", id, made.before(), made.after()))
        .map(made -> ApiKeyAnswer.of(made.after()));
  }

  private Uni<Revocation> revoke(Business business, String key) {
    return apiKeys
        .find(business.id(), key)
        .chain(
            found -> {
              Map<String, Object> before = fields(found);
              return apiKeys.revoke(found).map(after -> new Revocation(before, after));
            });
  }

  private static Entry entry(
      String action, UUID businessId, Map<String, Object> before, ApiKey after) {
    String subject = AuditLog.business(businessId) + "/api-keys/" + after.key();
    return new Entry(action, subject, before, fields(after));
  }

  private static Map<String, Object> fields(ApiKey key) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("createdAt", shown(key.createdAt()).toString());
    fields.put("revokedAt", key.revokedAt().map(time -> shown(time).toString()).orElse(null));
    return fields;
  }

  private static Instant shown(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }
}
