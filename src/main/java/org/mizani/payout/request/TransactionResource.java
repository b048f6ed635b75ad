package org.mizani.payout.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.record.PayoutRepository;
import org.mizani.payout.record.PayoutRepository.Query;
import org.mizani.payout.record.PayoutStatus;

/**
 * Payouts of a business, to read: {@code /business/transactions} (specification, sections 4.11 and
 * 4.12).
 */
@Path("/business/transactions")
public class TransactionResource {

  private static final PageSize PAGE_SIZE = new PageSize(1000, 1000);
  private static final UUID LOWEST = new UUID(0, 0);

  private final CurrentCaller caller;
  private final PayoutRepository payouts;
  private final CursorCodec cursors;

  TransactionResource(CurrentCaller caller, PayoutRepository payouts, CursorCodec cursors) {
    this.caller = caller;
    this.payouts = payouts;
    this.cursors = cursors;
  }

  /**
   * Page of a time range's payouts.
   *
   * @param from the range's start as the query has it, {@code ""} without one
   * @param items newest first
   * @param to the range's end as the query has it, {@code ""} without one
   * @param nextCursor {@code cursor} of the query for the next page; absent on the last page
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Transactions(String from, List<PayoutAnswer> items, String to, String nextCursor) {}

  /** The payout that the business created under this reference. */
  @GET
  @Path("/{businessReference}")
  public Uni<PayoutAnswer> read(@RestPath String businessReference) {
    long businessId = caller.get(KeyScope.READ).businessId();
    if (businessReference.indexOf('\0') >= 0) {
      // PostgreSQL's text has no such character: the query would fail instead of finding no row.
      throw ApiFault.TRANSACTION_NOT_FOUND.asException();
    }
    return payouts
        .find(businessId, businessReference)
        .map(found -> found.orElseThrow(ApiFault.TRANSACTION_NOT_FOUND::asException));
  }

  /** Payouts created in a time range, newest first. */
  @GET
  public Uni<Transactions> list(
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String status,
      @RestQuery String limit,
      @RestQuery String cursor) {
    long businessId = caller.get(KeyScope.READ).businessId();
    Optional<IsoTimestamp> start = IsoTimestamp.find("from", from);
    Optional<IsoTimestamp> end = IsoTimestamp.find("to", to);
    Optional<PayoutStatus> wanted = statusOf(status);
    int size = PAGE_SIZE.of(limit);
    Optional<Cursor> last = cursors.decode(nameOfList(businessId), cursor);
    if (start.isEmpty() || end.isEmpty()) {
      return Uni.createFrom().item(new Transactions(text(start), List.of(), text(end), null));
    }
    Cursor after = beginOf(end.get().inMicros(), last);
    return payouts
        .list(new Query(businessId, start.get().inMicros(), after, wanted, size))
        .map(page -> answer(businessId, start.get(), end.get(), page));
  }

  private Transactions answer(
      long businessId, IsoTimestamp from, IsoTimestamp to, Page<PayoutAnswer> page) {
    return new Transactions(
        from.text(), page.items(), to.text(), cursors.next(nameOfList(businessId), page));
  }

  /**
   * The place after which a page begins: the last one shown where it lies within the range, else
   * the range's end itself, after all payouts created at that time.
   */
  private static Cursor beginOf(Instant end, Optional<Cursor> last) {
    return last.filter(cursor -> cursor.time().isBefore(end))
        .orElseGet(() -> Cursor.of(end, LOWEST));
  }

  private static String nameOfList(long businessId) {
    return "transactions/" + businessId;
  }

  private static String text(Optional<IsoTimestamp> timestamp) {
    return timestamp.map(IsoTimestamp::text).orElse("");
  }

  private static Optional<PayoutStatus> statusOf(String name) {
    if (Fields.isBlank(name)) {
      return Optional.empty();
    }
    return Optional.of(
        PayoutStatus.ofWireName(name)
            .orElseThrow(
                () -> ApiFault.notOneOf("status", PayoutStatus.wireNames()).asException()));
  }
}
