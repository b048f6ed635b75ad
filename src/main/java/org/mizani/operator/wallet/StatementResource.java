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
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.business.BusinessRepository;
import org.mizani.http.PublicIds;
import org.mizani.http.StreamedAnswer;
import org.mizani.ledger.Statement;
import org.mizani.ledger.Statement.Line;
import org.mizani.ledger.Statements;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.wallet.StatementFormat.Header;

/** {@code GET /operator/businesses/{businessId}/statement}: what happened to a wallet. */
@Path("/operator/businesses/{businessId}/statement")
public class StatementResource {

  private final CurrentOperator operator;
  private final BusinessRepository register;
  private final Statements statements;
  private final ObjectMapper mapper;

  StatementResource(
      CurrentOperator operator,
      BusinessRepository register,
      Statements statements,
      ObjectMapper mapper) {
    this.operator = operator;
    this.register = register;
    this.statements = statements;
    this.mapper = mapper;
  }

  /** A wallet's transfers in a range of time, streamed. */
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
    operator.get();
    StatementRange range = StatementRange.of(currency, purpose, from, to);
    StatementFormat written = StatementFormat.named(format, mapper);
    UUID id = PublicIds.business(businessId);
    Header header = new Header(id, range.from().text(), range.to().text());
    return register
        .read(id)
        .chain(business -> statements.sumUp(range.of(business.id())))
        .map(statement -> document(written, header, statement, statements.lines(statement)))
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
