package org.mizani.operator.payment;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListFilter;
import org.mizani.payout.PayoutRepository;
import org.mizani.payout.PayoutStatus;
import org.mizani.payout.RecordedPayout;

/** {@code /operator/payouts}: how payouts fare. */
@Path("/operator/payouts")
public class OperatorPayoutResource {

  private static final ListFilter.Kind KIND =
      new ListFilter.Kind(
          "operator/payouts",
          PayoutStatus.wireNames(),
          name -> PayoutStatus.ofWireName(name).map(PayoutStatus::code));

  private final CurrentOperator operator;
  private final CursorCodec cursors;
  private final PayoutRepository register;
  private final PayoutHistories histories;

  OperatorPayoutResource(
      CurrentOperator operator,
      CursorCodec cursors,
      PayoutRepository register,
      PayoutHistories histories) {
    this.operator = operator;
    this.cursors = cursors;
    this.register = register;
    this.histories = histories;
  }

  /** Payouts, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RecordedPayouts(List<RecordedPayout> items, String nextCursor) {}

  /** Payouts of all businesses, newest first. */
  @GET
  public Uni<RecordedPayouts> list(
      @RestQuery String status,
      @RestQuery String businessId,
      @RestQuery String olderThan,
      @RestQuery String flagged,
      @RestQuery String limit,
      @RestQuery String cursor) {
    operator.get();
    ListFilter filter =
        new ListFilter.Query(status, businessId, olderThan, flagged, limit, cursor)
            .parse(KIND, cursors);
    return register
        .list(filter)
        .map(page -> new RecordedPayouts(page.items(), cursors.next(filter.list(), page)));
  }

  /** One payout with its timeline. */
  @GET
  @Path("/{serviceReference}")
  public Uni<PayoutHistory> read(@RestPath String serviceReference) {
    operator.get();
    return histories.find(PayoutHistories.idOf(serviceReference));
  }
}
