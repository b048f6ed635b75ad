package org.mizani.operator.business;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.apikey.ApiKeyForm;
import org.mizani.audit.Actor;
import org.mizani.business.ApiKeys;
import org.mizani.business.BusinessRepository;
import org.mizani.business.KeyChange;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;

/**
 * {@code /operator/businesses/{businessId}/api-keys}: issues, lists, changes and revokes API keys,
 * and shows the secret of one that another operator has approved.
 */
@Path("/operator/businesses/{businessId}/api-keys")
@Cancellable(false)
public class ApiKeyResource {

  private final CurrentOperator operator;
  private final BusinessRepository businesses;
  private final ApiKeys apiKeys;
  private final ApiKeyChanges changes;
  private final CursorCodec cursors;
  private final ObjectMapper mapper;

  ApiKeyResource(
      CurrentOperator operator,
      BusinessRepository businesses,
      ApiKeys apiKeys,
      ApiKeyChanges changes,
      CursorCodec cursors,
      ObjectMapper mapper) {
    this.operator = operator;
    this.businesses = businesses;
    this.apiKeys = apiKeys;
    this.changes = changes;
    this.cursors = cursors;
    this.mapper = mapper;
  }

  /**
   * Issues another key of a business. The body may be left out; that is why it is taken as bytes.
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  public Uni<OperatorApiKey> create(
      @RestPath String businessId, byte[] body, RoutingContext exchange) {
    Actor actor = operator.get();
    UUID id = PublicIds.business(businessId);
    ApiKeyForm form = ApiKeyForm.read(body, mapper);
    if (body.length > 0 && exchange.request().getHeader(HttpHeaders.CONTENT_TYPE) == null) {
      throw ApiFault.CONTENT_TYPE.asException();
    }
    return changes
        .issue(actor, id, form.withDefaults().parsed())
        .map(issued -> OperatorApiKey.of(issued));
  }

  /** The keys of a business, newest first. */
  @GET
  public Uni<ListAnswer<OperatorApiKey>> list(
      @RestPath String businessId, @RestQuery String limit, @RestQuery String cursor) {
    operator.require();
    UUID id = PublicIds.business(businessId);
    int size = PageSize.DEFAULT.of(limit);
    String list = "operator/api-keys/" + id;
    Cursor after = cursors.decode(list, cursor).orElse(Cursor.NEWEST);
    return businesses
        .read(id)
        .chain(business -> apiKeys.list(business.id(), after.id(), size + 1))
        .map(found -> Page.of(found, size, key -> Cursor.of(key.id())).map(OperatorApiKey::of))
        .map(page -> cursors.answer(list, page));
  }

  /** Changes the terms of a key that are sent. */
  @PATCH
  @Path("/{apiKey}")
  @Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
  public Uni<OperatorApiKey> change(
      @RestPath String businessId, @RestPath String apiKey, ObjectNode fields) {
    Actor actor = operator.get();
    UUID id = PublicIds.business(businessId);
    Fields.requireBody(fields);
    KeyChange change =
        new KeyChange(
            terms -> ApiKeyForm.of(terms).with(fields, mapper).parsed(), fields.has("scopes"));
    return changes.change(actor, id, apiKey, change).map(OperatorApiKey::of);
  }

  /** Draws the secret of a key that was approved, once: its requester alone. */
  @POST
  @Path("/{apiKey}/secret")
  @ResponseStatus(201)
  public Uni<OperatorApiKey> drawSecret(@RestPath String businessId, @RestPath String apiKey) {
    Actor actor = operator.get();
    return changes
        .drawSecret(actor, PublicIds.business(businessId), apiKey)
        .map(drawn -> OperatorApiKey.of(drawn));
  }

  /** Revokes a key; one that is revoked already stays as it is. */
  @DELETE
  @Path("/{apiKey}")
  public Uni<OperatorApiKey> revoke(@RestPath String businessId, @RestPath String apiKey) {
    Actor actor = operator.get();
    return changes.revoke(actor, PublicIds.business(businessId), apiKey).map(OperatorApiKey::of);
  }
}
