package org.mizani.console.payment;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.mizani.console.Answers;
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.operator.payment.OperatorPayoutResource;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PaymentSearch;

/** {@code /console/payouts}: searches payouts, and shows one with its timeline. */
@Path("/console/payouts")
@Produces(Answers.HTML)
public class ConsolePayoutResource {

  private final OperatorPayoutResource payouts;
  private final Frames frames;

  ConsolePayoutResource(OperatorPayoutResource payouts, Frames frames) {
    this.payouts = payouts;
    this.frames = frames;
  }

  /** The payouts that a search finds, newest first. */
  @GET
  public Uni<RestResponse<String>> list(
      @BeanParam ListFilter.Query query,
      @BeanParam PaymentSearch.Query terms,
      @RestQuery String channel,
      RoutingContext exchange) {
    Frame frame = frames.of(exchange, PaymentPages.SCREEN);
    Search search = Search.of(query, terms, channel);
    return Answers.begun(() -> payouts.list(search.list(), search.payments(), search.channel()))
        .map(found -> PaymentList.ofPayouts(found, search))
        .map(found -> PaymentPages.list(frame, true, search, found, Optional.empty()))
        .onFailure(ApiException.class)
        .recoverWithItem(
            refusal ->
                PaymentPages.list(
                    frame, true, search, PaymentList.EMPTY, Optional.of(refusal.fault())));
  }

  /** One payout with its timeline. */
  @GET
  @Path("/{serviceReference}")
  public Uni<String> show(@RestPath String serviceReference, RoutingContext exchange) {
    Frame frame = frames.of(exchange, PaymentPages.SCREEN);
    return payouts
        .read(serviceReference)
        .map(history -> PaymentPages.payment(frame, PaymentDetails.of(history)));
  }
}
