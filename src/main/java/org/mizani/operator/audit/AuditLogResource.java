package org.mizani.operator.audit;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.access.OperatorRole;
import org.mizani.operator.audit.AuditRepository.AuditedAction;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;

/** {@code GET /operator/audit-log}: the changes that operators made. */
@Path("/operator/audit-log")
public class AuditLogResource {

  private final CurrentOperator current;
  private final AuditRepository entries;
  private final CursorCodec cursors;

  AuditLogResource(CurrentOperator current, AuditRepository entries, CursorCodec cursors) {
    this.current = current;
    this.entries = entries;
    this.cursors = cursors;
  }

  /** The entries of the audit log, newest first; those about operators for administrators alone. */
  @GET
  public Uni<ListAnswer<AuditedAction>> list(
      @RestQuery String subject,
      @RestQuery String action,
      @RestQuery String operator,
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String limit,
      @RestQuery String cursor) {
    current.require();
    AuditRepository.Filter filter =
        new AuditRepository.Filter(
            Fields.optional("subject", subject),
            Fields.optional("action", action),
            Fields.optional("operator", operator),
            IsoTimestamp.find("from", from).map(IsoTimestamp::inMicros),
            IsoTimestamp.find("to", to).map(IsoTimestamp::inMicros),
            current.role().includes(OperatorRole.ADMINISTRATOR));
    int size = PageSize.DEFAULT.of(limit);
    String list = "operator/audit-log/" + filter;
    Cursor after = cursors.decode(list, cursor).orElse(Cursor.NEWEST);
    return entries
        .read(filter, after.id(), size + 1)
        .map(found -> Page.of(found, size, entry -> Cursor.of(entry.id())))
        .map(page -> cursors.answer(list, page));
  }
}
