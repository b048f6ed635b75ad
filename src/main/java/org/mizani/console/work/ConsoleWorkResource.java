package org.mizani.console.work;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.function.Function;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.console.Answers;
import org.mizani.console.Frame;
import org.mizani.console.Frames;
import org.mizani.console.payment.PaymentList;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.approval.ApprovalAnswer;
import org.mizani.operator.approval.ApprovalResource;
import org.mizani.operator.payment.OperatorCollectionResource;
import org.mizani.operator.payment.OperatorPayoutResource;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PaymentSearch;
import org.mizani.payout.answer.RecordedPayout;

/** {@code GET /console/work}: all that waits for a person. */
@Path("/console/work")
@Produces(Answers.HTML)
public class ConsoleWorkResource {

  static final String SCREEN = "/console/work";

  /** The newest payments of each kind. */
  private static final String MOST = "20";

  /** All requests, or a full page: the oldest are those that expire first. */
  private static final String MOST_REQUESTS = "500";

  private static final PaymentSearch.Query ALL =
      new PaymentSearch.Query(null, null, null, null, null, null, null, null, null);
  private static final ListFilter.Query FLAGGED =
      new ListFilter.Query(null, null, null, "true", MOST, null);
  private static final ListFilter.Query HELD =
      new ListFilter.Query("held", null, null, null, MOST, null);

  private final ApprovalResource approvals;
  private final OperatorPayoutResource payouts;
  private final OperatorCollectionResource collections;
  private final CurrentOperator operator;
  private final Frames frames;

  ConsoleWorkResource(
      ApprovalResource approvals,
      OperatorPayoutResource payouts,
      OperatorCollectionResource collections,
      CurrentOperator operator,
      Frames frames) {
    this.approvals = approvals;
    this.payouts = payouts;
    this.collections = collections;
    this.operator = operator;
    this.frames = frames;
  }

  /** Templates of {@code templates/work}. */
  @CheckedTemplate(basePath = "work")
  static final class Templates {

    private Templates() {}

    static native TemplateInstance queue(
        Frame frame, List<Request> requests, boolean moreRequests, List<Part> parts);
  }

  /**
   * Part of the queue.
   *
   * @param more the path of all of them, where there are more; else empty
   */
  public record Part(
      String id, String title, String empty, List<PaymentList.Row> rows, String more) {}

  /** The queue of now. */
  @GET
  public Uni<String> show(RoutingContext exchange) {
    Frame frame = frames.of(exchange, SCREEN);
    boolean reads = operator.may("ApprovalResource.read");
    Uni<ListAnswer<ApprovalAnswer>> waiting = approvals.list("waiting", MOST_REQUESTS, null);
    Uni<ListAnswer<RecordedPayout>> held = payouts.list(HELD, ALL, null);
    Uni<ListAnswer<RecordedPayout>> flagged = payouts.list(FLAGGED, ALL, null);
    Uni<ListAnswer<RecordedCollection>> unclear = collections.list(FLAGGED, ALL);
    return Uni.combine()
        .all()
        .unis(waiting, held, flagged, unclear)
        .usingConcurrencyOf(1)
        .with(
            (asked, reviewed, out, in) ->
                Templates.queue(
                        frame,
                        asked.items().stream()
                            .map(item -> Request.of(item, frame.operator(), reads))
                            .toList(),
                        asked.nextCursor() != null,
                        List.of(
                            part(
                                "held",
                                "Payouts held for review",
                                "No payout is held.",
                                reviewed,
                                PaymentList::row,
                                PaymentList.PAYOUTS + "?status=held"),
                            part(
                                "payouts",
                                "Payouts flagged",
                                "No payout is flagged.",
                                out,
                                PaymentList::row,
                                PaymentList.PAYOUTS + "?flagged=true"),
                            part(
                                "collections",
                                "Collections flagged",
                                "No collection is flagged.",
                                in,
                                PaymentList::row,
                                PaymentList.COLLECTIONS + "?flagged=true")))
                    .render());
  }

  private static <T> Part part(
      String id,
      String title,
      String empty,
      ListAnswer<T> found,
      Function<T, PaymentList.Row> row,
      String all) {
    return new Part(
        id,
        title,
        empty,
        found.items().stream().map(row).toList(),
        found.nextCursor() == null ? "" : all);
  }
}
