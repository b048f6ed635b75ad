package org.mizani.payout;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.business.CurrentCaller;
import org.mizani.fault.ApiFault;
import org.mizani.payout.TransactionList.Page;
import org.mizani.payout.TransactionList.Query;
import org.mizani.web.Moment;
import org.mizani.web.PageSize;

/** {@code GET /business/transactions} (specification, section 4.12; decisions, "Payouts"). */
@Path("/business/transactions")
@Tag(name = "Transactions")
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
  @Schema(requiredProperties = {"from", "items", "to"})
  public record Transactions(String from, List<Transaction> items, String to, String nextCursor) {}

  /** Payouts created in a time range, newest first. */
  @GET
  @Operation(
      operationId = "listTransactions",
      summary = "List the payouts of a time range",
      description =
          "Payouts created at or after `from` and before `to`, newest first. Without both of them"
              + " there are no items. Times are ISO 8601: without an offset they are UTC, and a date"
              + " alone is the start of its day (`+` in an offset is `%2B` in a URL). When there are"
              + " more, ask again with `cursor` set to the answer's `nextCursor` and all else the"
              + " same. However many are created meanwhile, each payout that was there when you"
              + " began comes once; with `status`, those that have it when their page is read.")
  @APIResponse(
      responseCode = "200",
      description = "The payouts; `nextCursor` only when there are more",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = Transactions.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  public Uni<Transactions> list(
      @Parameter(
              description = "The earliest creation time, inclusive",
              required = true,
              example = "2026-01-01T00:00:00Z")
          @RestQuery
          String from,
      @Parameter(
              description = "The latest creation time, exclusive",
              required = true,
              example = "2036-01-01T00:00:00Z")
          @RestQuery
          String to,
      @Parameter(
              description = "Payouts of this status only",
              schema =
                  @Schema(
                      enumeration = {
                        "termination_pending",
                        "termination_success",
                        "termination_failure"
                      }))
          @RestQuery
          String status,
      @Parameter(
              description = "How many items at most; more than 1000 is cut to 1000",
              schema = @Schema(type = SchemaType.INTEGER, minimum = "1", defaultValue = "1000"))
          @RestQuery
          String limit,
      @Parameter(description = "The `nextCursor` of the page before") @RestQuery String cursor) {
    long businessId = caller.get().businessId();
    Optional<Moment> start = Moment.find("from", from);
    Optional<Moment> end = Moment.find("to", to);
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

  private Transactions answer(long businessId, Moment from, Moment to, Page page) {
    return new Transactions(
        from.text(),
        page.payouts().stream().map(Transaction::of).toList(),
        to.text(),
        page.next().map(position -> cursors.write(businessId, position)).orElse(null));
  }

  private static String text(Optional<Moment> moment) {
    return moment.map(Moment::text).orElse("");
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
