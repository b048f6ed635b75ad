package org.mizani.apikey;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Set;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.ApiKeys;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;
import org.mizani.http.ExchangeFilter;
import org.mizani.http.Fields;
import org.mizani.http.QueryNames;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;
import org.mizani.repeat.RepeatedRequests;

/** {@code /business/api-keys}: a business lists, makes and revokes its own API keys (ADR 35). */
@Path("/business/api-keys")
@Cancellable(false)
public class OwnApiKeyResource {

  private static final Set<String> PARAMETERS = Set.of("limit", "cursor");

  private final CurrentCaller caller;
  private final OwnApiKeys own;
  private final ApiKeys apiKeys;
  private final RepeatedRequests repeats;
  private final CursorCodec cursors;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  OwnApiKeyResource(
      CurrentCaller caller,
      OwnApiKeys own,
      ApiKeys apiKeys,
      RepeatedRequests repeats,
      CursorCodec cursors,
      RoutingContext exchange) {
    this.caller = caller;
    this.own = own;
    this.apiKeys = apiKeys;
    this.repeats = repeats;
    this.cursors = cursors;
    this.exchange = exchange;
  }

  /** The keys of the business, newest first, without their secrets. */
  @GET
  public Uni<ListAnswer<ApiKeyAnswer>> list(@RestQuery String limit, @RestQuery String cursor) {
    Caller business = caller.get(KeyScope.MANAGE);
    QueryNames.requireOnly(exchange, PARAMETERS);
    int size = PageSize.DEFAULT.of(limit);
    String list = "business/api-keys/" + business.publicId();
    Cursor after = cursors.decode(list, cursor).orElse(Cursor.NEWEST);
    return apiKeys
        .list(business.businessId(), after.id(), size + 1)
        .map(found -> Page.of(found, size, key -> Cursor.of(key.id())).map(ApiKeyAnswer::of))
        .map(page -> cursors.answer(list, page));
  }

  /**
   * Makes another key, whose secret is in this answer alone.
   *
   * @throws ApiFault.ApiException 400 for the first field that breaks its rule; as {@link
   *     OwnApiKeys#issue}
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  public Uni<ApiKeyAnswer> create(ApiKeyForm form) {
    Caller business = caller.get(KeyScope.MANAGE);
    Fields.requireBody(form);
    form.parsedForKey();
    return own.issue(business, requestId(), form, repeats.key(business)).map(ApiKeyAnswer::of);
  }

  /** Revokes a key; one that is revoked already stays as it is. */
  @DELETE
  @Path("/{apiKey}")
  public Uni<ApiKeyAnswer> revoke(@RestPath String apiKey) {
    Caller business = caller.get(KeyScope.MANAGE);
    return own.revoke(business, requestId(), apiKey).map(ApiKeyAnswer::of);
  }

  private String requestId() {
    return exchange.request().getHeader(ExchangeFilter.REQUEST_ID);
  }
}
