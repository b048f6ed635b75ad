package org.mizani.operator.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;

/** {@code GET /operator/audit-log}: who did what to what, and when. */
@Path("/operator/audit-log")
public class AuditLogResource {

  private final CurrentOperator current;
  private final AuditRepository trail;
  private final CursorCodec cursors;

  AuditLogResource(CurrentOperator current, AuditRepository trail, CursorCodec cursors) {
    this.current = current;
    this.trail = trail;
    this.cursors = cursors;
  }

  /** One entry. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AuditedAction(
      long id,
      Instant at,
      String operator,
      String action,
      String subject,
      @JsonRawValue String before,
      @JsonRawValue String after,
      String requestId) {

    private static AuditedAction of(AuditRepository.Written entry) {
      return new AuditedAction(
          entry.id(),
          entry.at().truncatedTo(ChronoUnit.MILLIS),
          entry.operator(),
          entry.action(),
          entry.subject(),
          entry.before(),
          entry.after(),
          entry.requestId());
    }
  }

  /** Entries, newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AuditedActions(List<AuditedAction> items, String nextCursor) {}

  /** The entries of the audit log, newest first. */
  @GET
  public Uni<AuditedActions> list(
      @RestQuery String subject,
      @RestQuery String action,
      @RestQuery String operator,
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String limit,
      @RestQuery String cursor) {
    current.get();
    AuditRepository.Filter filter =
        new AuditRepository.Filter(
            Fields.optional("subject", subject),
            Fields.optional("action", action),
            Fields.optional("operator", operator),
            IsoTimestamp.find("from", from).map(IsoTimestamp::inMicros),
            IsoTimestamp.find("to", to).map(IsoTimestamp::inMicros));
    int size = PageSize.DEFAULT.of(limit);
    String list = "operator/audit-log/" + filter;
    Cursor behind = cursors.decode(list, cursor).orElse(Cursor.NEWEST);
    return trail
        .read(filter, behind.id(), size + 1)
        .map(found -> Page.of(found, size, item -> Cursor.of(item.id())).map(AuditedAction::of))
        .map(page -> new AuditedActions(page.items(), cursors.next(list, page)));
  }
}
