package org.mizani.console.payment;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.console.Answers;
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.operator.payment.OperatorCollectionResource;
import org.mizani.operator.payment.OperatorPayoutResource;
import org.mizani.paging.ListAnswer;
import org.mizani.payout.answer.RecordedPayout;

/** {@code GET /console/payments}: searches payouts and collections by a payment's keys. */
@Path("/console/payments")
@Produces(Answers.HTML)
public class ConsolePaymentResource {

  private final OperatorPayoutResource payouts;
  private final OperatorCollectionResource collections;
  private final Frames frames;

  ConsolePaymentResource(
      OperatorPayoutResource payouts, OperatorCollectionResource collections, Frames frames) {
    this.payouts = payouts;
    this.collections = collections;
    this.frames = frames;
  }

  /** The newest payments that a search finds, of either kind. */
  @GET
  public Uni<RestResponse<String>> search(
      @RestQuery String id,
      @RestQuery String reference,
      @RestQuery String businessId,
      RoutingContext exchange) {
    Frame frame = frames.of(exchange, PaymentPages.SCREEN);
    Search search = Search.of(id, reference, businessId);
    Uni<ListAnswer<RecordedPayout>> paidOut =
        Answers.begun(() -> payouts.list(search.list(), search.payments(), null));
    Uni<ListAnswer<RecordedCollection>> collected =
        Answers.begun(() -> collections.list(search.list(), search.payments()));
    return Uni.combine()
        .all()
        .unis(paidOut, collected)
        .usingConcurrencyOf(1)
        .with(
            (out, in) ->
                PaymentPages.both(
                    frame,
                    search,
                    PaymentList.ofPayouts(out, search),
                    PaymentList.ofCollections(in, search),
                    Optional.empty()))
        .onFailure(ApiException.class)
        .recoverWithItem(
            refusal ->
                PaymentPages.both(
                    frame,
                    search,
                    PaymentList.EMPTY,
                    PaymentList.EMPTY,
                    Optional.of(refusal.fault())));
  }
}
