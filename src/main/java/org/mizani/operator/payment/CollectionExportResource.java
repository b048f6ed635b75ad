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
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.collection.record.CollectionRepository;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PaymentSearch;

/** {@code GET /operator/collections/export}: the list of collections as CSV. */
@Path("/operator/collections/export")
public class CollectionExportResource {

  /**
   * The fields of a {@link RecordedCollection} but for texts that may be personal: no retention
   * erases them of a file.
   */
  static final List<String> COLUMNS =
      List.of(
          "id",
          "businessId",
          "status",
          "failureCode",
          "amount",
          "currency",
          "mobile",
          "reference",
          "provider",
          "mnoPaymentReference",
          "rail",
          "calls",
          "nextPollAt",
          "expiresAt",
          "amountPaid",
          "creditedAt",
          "flagged",
          "flaggedAt",
          "flagClearedAt",
          "createdAt",
          "updatedAt");

  private final CurrentOperator operator;
  private final PaymentExports exports;
  private final CursorCodec cursors;
  private final PaymentExports.Kind<RecordedCollection> kind;

  CollectionExportResource(
      CurrentOperator operator,
      PaymentExports exports,
      CursorCodec cursors,
      CollectionRepository collections) {
    this.operator = operator;
    this.exports = exports;
    this.cursors = cursors;
    this.kind = new PaymentExports.Kind<>("collection.export", COLUMNS, collections::list);
  }

  /** The collections of all businesses that fulfil the search, newest first. */
  @GET
  @Produces({MediaType.APPLICATION_JSON, "text/csv"})
  @Cancellable(false)
  public Uni<Void> export(
      @BeanParam ListFilter.Query query,
      @BeanParam PaymentSearch.Query search,
      @Context RoutingContext exchange) {
    Actor actor = operator.get();
    ListFilter filter = query.parse(OperatorCollectionResource.KIND, search.parse(null), cursors);
    return exports.write(exchange, actor, kind, filter, query.limit());
  }
}
