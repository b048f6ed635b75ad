package org.mizani.payout;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.access.CurrentCaller;
import org.mizani.fault.ApiFault;
import org.mizani.http.IsoTimestamp;
import org.mizani.paging.PageSize;
import org.mizani.payout.TransactionList.Page;
import org.mizani.payout.TransactionList.Query;

/** {@code GET /business/transactions} (specification, section 4.12; decisions, "Payouts"). */
@Path("/business/transactions")
public class TransactionListResource {

  private static final PageSize PAGE_SIZE = new PageSize(1000, 1000);

  private final CurrentCaller caller;
  private final TransactionList list;
  private final ListCursor cursors;

  TransactionListResource(CurrentCaller caller, TransactionList list, ListCursor cursors) {
    this.caller = caller;
    this.list = list;
    this.cursors = cursors;
  }

  /**
   * Payouts of a time range.
   *
   * @param from the range's start as it was asked for, {@code ""} where it was not
   * @param items newest first
   * @param to the range's end, likewise
   * @param nextCursor what to ask for the next page with; absent where there is none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Transactions(String from, List<Transaction> items, String to, String nextCursor) {}

  /** Payouts created in a time range, newest first. */
  @GET
  public Uni<Transactions> list(
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String status,
      @RestQuery String limit,
      @RestQuery String cursor) {
    long businessId = caller.get().businessId();
    Optional<IsoTimestamp> start = IsoTimestamp.find("from", from);
    Optional<IsoTimestamp> end = IsoTimestamp.find("to", to);
    Optional<PayoutStatus> wanted = statusOf(status);
    int size = PAGE_SIZE.of(limit);
    Optional<ListPosition> after = cursors.read(businessId, cursor);
    if (start.isEmpty() || end.isEmpty()) {
      return Uni.createFrom().item(new Transactions(text(start), List.of(), text(end), null));
    }
    ListPosition behind = ListPosition.before(end.get().inMicros()).orFurtherOn(after);
    return list.read(new Query(businessId, start.get().inMicros(), behind, wanted, size))
        .map(page -> answer(businessId, start.get(), end.get(), page));
  }

  private Transactions answer(long businessId, IsoTimestamp from, IsoTimestamp to, Page page) {
    return new Transactions(
        from.text(),
        page.payouts().stream().map(Transaction::of).toList(),
        to.text(),
        page.next().map(position -> cursors.write(businessId, position)).orElse(null));
  }

  private static String text(Optional<IsoTimestamp> moment) {
    return moment.map(IsoTimestamp::text).orElse("");
  }

  private static Optional<PayoutStatus> statusOf(String name) {
    if (name == null || name.isBlank()) {
      return Optional.empty();
    }
    return Optional.of(
        PayoutStatus.ofWireName(name)
            .orElseThrow(
                () -> ApiFault.notOneOf("status", PayoutStatus.wireNames()).asException()));
  }
}
