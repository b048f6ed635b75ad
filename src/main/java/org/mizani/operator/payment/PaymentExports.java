package org.mizani.operator.payment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.database.ReaderPlaces;
import org.mizani.database.replica.WalPosition;
import org.mizani.fault.LimitFault;
import org.mizani.http.StreamedAnswer;
import org.mizani.paging.CsvRow;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;

/**
 * Exports of lists of payments as CSV: page after page as the reader takes them, so a slow reader
 * holds no connection to the database. The last row is {@code end}, or {@code more} with the cursor
 * of the next export: without either the file was cut off.
 */
@Singleton
final class PaymentExports {

  private static final String CONTENT_TYPE = "text/csv;charset=UTF-8";

  private final AuditLog audit;
  private final CursorCodec cursors;
  private final ObjectMapper mapper;
  private final int most;
  private final int page;
  private final ReaderPlaces<String> places;
  private final Duration readerTimeout;

  PaymentExports(AuditLog audit, CursorCodec cursors, ObjectMapper mapper, ExportConfig config) {
    config.validate();
    this.audit = audit;
    this.cursors = cursors;
    this.mapper = mapper;
    this.most = config.most();
    this.page = config.page();
    this.places = new ReaderPlaces<>(config.open(), LimitFault.exportBeingRead());
    this.readerTimeout = config.readerTimeout();
  }

  /**
   * Kind of export.
   *
   * @param action of its entry in the audit log
   * @param columns the fields of an item, in the order of the columns
   * @param read reads a page
   */
  record Kind<T>(String action, List<String> columns, Function<ListFilter, Uni<Page<T>>> read) {}

  /**
   * Answers with the payments of this filter, the newest first. The audit log has the operator and
   * the query before the first row goes out.
   *
   * @param limit how many at most, as it was sent; null for as many as one export may have
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 429 if the operator reads an export
   *     of this pod already, 503 if all places are taken
   */
  <T> Uni<Void> write(
      RoutingContext exchange, Actor actor, Kind<T> kind, ListFilter filter, String limit) {
    int size = new PageSize(most, most).of(limit);
    Entry entry = entry(kind.action(), filter, exchange);
    Multi<byte[]> pieces =
        Multi.createBy()
            .repeating()
            .uni(
                () -> new Progress<>(kind, filter, size),
                progress ->
                    kind.read()
                        .apply(progress.next())
                        .call(() -> progress.begun ? nothing() : audit.write(actor, entry))
                        .map(progress::text))
            .whilst(Piece::goesOn)
            .map(piece -> piece.text().getBytes(StandardCharsets.UTF_8));
    return places.take(
        actor.key(), () -> StreamedAnswer.write(exchange, CONTENT_TYPE, pieces, readerTimeout));
  }

  private static Uni<Void> nothing() {
    return Uni.createFrom().voidItem();
  }

  private static Entry entry(String action, ListFilter filter, RoutingContext exchange) {
    Map<String, Object> query = new TreeMap<>();
    exchange.queryParams().forEach(query::put);
    query.remove("cursor"); // it says nothing to a reader of the log
    return new Entry(action, AuditLog.payments(filter.businessId()), Map.of(), query);
  }

  /** Rows of a page, and whether another page follows them. */
  private record Piece(String text, boolean goesOn) {}

  /** Progress of one export. */
  private final class Progress<T> {

    private final Kind<T> kind;
    private final ListFilter filter;
    private Optional<Cursor> after;
    private WalPosition since = WalPosition.ANY;
    private boolean begun;
    private int left;

    private Progress(Kind<T> kind, ListFilter filter, int size) {
      this.kind = kind;
      this.filter = filter;
      this.after = filter.after();
      this.left = size;
    }

    private ListFilter next() {
      return filter.page(after, Math.min(page, left), since);
    }

    private Piece text(Page<T> found) {
      StringBuilder rows = new StringBuilder(begun ? "" : CsvRow.of(kind.columns()));
      // The replica may lag behind the server of the first page: rows of its pages would be missed.
      since = begun ? since : found.position();
      begun = true;
      found.items().forEach(item -> rows.append(row(mapper.valueToTree(item))));
      left -= found.items().size();
      after = found.next();
      boolean goesOn = after.isPresent() && left > 0;
      if (!goesOn) {
        rows.append(lastRow());
      }
      return new Piece(rows.toString(), goesOn);
    }

    /** A cursor may begin with a minus, and is sent back as it is. */
    private String lastRow() {
      return after
          .map(cursor -> "more," + cursors.encode(filter.list(), cursor) + "\r\n")
          .orElse("end\r\n");
    }

    private String row(JsonNode item) {
      return CsvRow.of(kind.columns().stream().map(name -> field(item.path(name))).toList());
    }

    private static String field(JsonNode value) {
      if (value.isNull() || value.isMissingNode()) {
        return "";
      }
      return value.isNumber() ? value.decimalValue().toPlainString() : value.asText();
    }
  }
}
