package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PaymentSearch;
import org.mizani.payout.answer.RecordedPayout;
import org.mizani.payout.record.PayoutRepository;

/** {@code GET /operator/payouts/export}: the list of payouts as CSV. */
@Path("/operator/payouts/export")
public class PayoutExportResource {

  /**
   * The fields of a {@link RecordedPayout} but for texts that may be personal: no retention erases
   * them of a file.
   */
  static final List<String> COLUMNS =
      List.of(
          "serviceReference",
          "businessId",
          "businessReference",
          "sweepDueAt",
          "refundOf",
          "status",
          "channel",
          "country",
          "recipient",
          "senderAmount",
          "senderCurrency",
          "fee",
          "receiverAmount",
          "receiverCurrency",
          "rate",
          "rail",
          "calls",
          "nextPollAt",
          "heldAt",
          "heldReason",
          "failureCode",
          "receipt",
          "networkReference",
          "amountPaid",
          "flagged",
          "discrepancyAt",
          "flaggedAt",
          "flagClearedAt",
          "nextWatchAt",
          "returnedAt",
          "returnReference",
          "createdAt",
          "updatedAt");

  private final CurrentOperator operator;
  private final PaymentExports exports;
  private final CursorCodec cursors;
  private final PaymentExports.Kind<RecordedPayout> kind;

  PayoutExportResource(
      CurrentOperator operator,
      PaymentExports exports,
      CursorCodec cursors,
      PayoutRepository payouts) {
    this.operator = operator;
    this.exports = exports;
    this.cursors = cursors;
    this.kind = new PaymentExports.Kind<>("payout.export", COLUMNS, payouts::list);
  }

  /** The payouts of all businesses that fulfil the search, newest first. */
  @GET
  @Produces({MediaType.APPLICATION_JSON, "text/csv"})
  @Cancellable(false)
  public Uni<Void> export(
      @BeanParam ListFilter.Query query,
      @BeanParam PaymentSearch.Query search,
      @RestQuery String channel,
      @Context RoutingContext exchange) {
    Actor actor = operator.get();
    ListFilter filter = query.parse(OperatorPayoutResource.KIND, search.parse(channel), cursors);
    return exports.write(exchange, actor, kind, filter, query.limit());
  }
}
