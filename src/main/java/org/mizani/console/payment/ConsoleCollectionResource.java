package org.mizani.console.payment;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.mizani.console.Answers;
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.operator.payment.OperatorCollectionResource;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PaymentSearch;

/** {@code /console/collections}: searches collections, and shows one with its timeline. */
@Path("/console/collections")
@Produces(Answers.HTML)
public class ConsoleCollectionResource {

  private final OperatorCollectionResource collections;
  private final Frames frames;

  ConsoleCollectionResource(OperatorCollectionResource collections, Frames frames) {
    this.collections = collections;
    this.frames = frames;
  }

  /** The collections that a search finds, newest first. */
  @GET
  public Uni<RestResponse<String>> list(
      @BeanParam ListFilter.Query query,
      @BeanParam PaymentSearch.Query terms,
      RoutingContext exchange) {
    Frame frame = frames.of(exchange, PaymentPages.SCREEN);
    Search search = Search.of(query, terms, null);
    return Answers.begun(() -> collections.list(search.list(), search.payments()))
        .map(found -> PaymentList.ofCollections(found, search))
        .map(found -> PaymentPages.list(frame, false, search, found, Optional.empty()))
        .onFailure(ApiException.class)
        .recoverWithItem(
            refusal ->
                PaymentPages.list(
                    frame, false, search, PaymentList.EMPTY, Optional.of(refusal.fault())));
  }

  /** One collection with its timeline. */
  @GET
  @Path("/{id}")
  public Uni<String> show(@RestPath String id, RoutingContext exchange) {
    Frame frame = frames.of(exchange, PaymentPages.SCREEN);
    return collections
        .read(id)
        .map(history -> PaymentPages.payment(frame, PaymentDetails.of(history)));
  }
}
