package org.mizani.operator.wallet;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.BusinessRepository;
import org.mizani.http.PublicIds;
import org.mizani.http.StreamedAnswer;
import org.mizani.ledger.Statement;
import org.mizani.ledger.Statement.Line;
import org.mizani.ledger.StatementLines;
import org.mizani.ledger.StatementRange;
import org.mizani.ledger.Statements;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.wallet.StatementAnswer.Header;

/** {@code GET /operator/businesses/{businessId}/statement}: the statement of a wallet. */
@Path("/operator/businesses/{businessId}/statement")
public class StatementResource {

  private final CurrentOperator operator;
  private final BusinessRepository businesses;
  private final Statements statements;
  private final StatementLines lines;
  private final AuditLog audit;
  private final ObjectMapper mapper;

  StatementResource(
      CurrentOperator operator,
      BusinessRepository businesses,
      Statements statements,
      StatementLines lines,
      AuditLog audit,
      ObjectMapper mapper) {
    this.operator = operator;
    this.businesses = businesses;
    this.statements = statements;
    this.lines = lines;
    this.audit = audit;
    this.mapper = mapper;
  }

  /** The audit log's entry of a read: a statement tells whom a business pays. */
  private static Entry entry(UUID business, StatementRange range) {
    return new Entry(
        "statement.read",
        AuditLog.business(business) + "/statement",
        Map.of(),
        Map.of(
            "currency",
            range.currency().name(),
            "purpose",
            range.purpose().code(),
            "from",
            range.from().text(),
            "to",
            range.to().text()));
  }

  /** The transfers of a wallet in a time range, streamed; the read is in the audit log before. */
  @GET
  @Produces(MediaType.APPLICATION_JSON)
  public Uni<Void> read(
      @RestPath String businessId,
      @RestQuery String currency,
      @RestQuery String purpose,
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String format,
      @Context RoutingContext exchange) {
    Actor actor = operator.get();
    StatementRange range = StatementRange.parse(currency, purpose, from, to);
    StatementFormat written = StatementFormat.named(format, mapper);
    UUID id = PublicIds.business(businessId);
    Header header = new Header(id, range.from().text(), range.to().text());
    return businesses
        .read(id)
        .chain(business -> statements.sumUp(range.of(business.id())))
        .call(() -> audit.write(actor, entry(id, range)))
        .map(statement -> document(written, header, statement, lines.of(statement)))
        .chain(document -> StreamedAnswer.write(exchange, written.contentType(), document));
  }

  private static Multi<byte[]> document(
      StatementFormat format, Header header, Statement statement, Multi<List<Line>> lines) {
    return Multi.createBy()
        .concatenating()
        .streams(
            Multi.createFrom().item(() -> format.beginning(header, statement)),
            lines.map(format::lines),
            Multi.createFrom().item(() -> format.end(header, statement)));
  }
}
