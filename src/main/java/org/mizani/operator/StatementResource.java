package org.mizani.operator;

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
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.business.BusinessRegister;
import org.mizani.ledger.Statement;
import org.mizani.ledger.Statement.Line;
import org.mizani.ledger.Statements;
import org.mizani.operator.StatementFormat.Header;
import org.mizani.web.StreamedAnswer;

/** {@code GET /operator/businesses/{businessId}/statement}: what happened to a wallet. */
@Path("/operator/businesses/{businessId}/statement")
@Tag(name = "Operator")
public class StatementResource {

  private final CurrentOperator operator;
  private final BusinessRegister register;
  private final Statements statements;
  private final ObjectMapper mapper;

  StatementResource(
      CurrentOperator operator,
      BusinessRegister register,
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
  @Operation(
      operationId = "getStatement",
      summary = "Read a wallet's statement",
      description =
          "Every ledger transfer that touched the wallet at or after `from` and before `to`, the"
              + " oldest first, with the balances before, after each, and at the end. There is no"
              + " limit: the answer is streamed, however long. One that was cut short is not valid"
              + " JSON; as CSV it lacks the row `closing`. In CSV, a reference that a spreadsheet"
              + " would take for a formula has an apostrophe before it.")
  @APIResponse(
      responseCode = "200",
      description = "The statement",
      content = {
        @Content(
            mediaType = MediaType.APPLICATION_JSON,
            schema = @Schema(implementation = StatementAnswer.class)),
        @Content(mediaType = StatementFormat.CSV, schema = @Schema(implementation = String.class))
      })
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "WalletNotFound")
  public Uni<Void> read(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId,
      @Parameter(description = "The wallet's currency", required = true, example = "USD") @RestQuery
          String currency,
      @Parameter(description = "The wallet's purpose", required = true, example = "payout")
          @RestQuery
          String purpose,
      @Parameter(
              description = "The earliest time, inclusive",
              required = true,
              example = "2026-01-01T00:00:00Z")
          @RestQuery
          String from,
      @Parameter(
              description = "The latest time, exclusive",
              required = true,
              example = "2036-01-01T00:00:00Z")
          @RestQuery
          String to,
      @Parameter(
              description = "How it is written",
              schema =
                  @Schema(
                      enumeration = {"json", "csv"},
                      defaultValue = "json"))
          @RestQuery
          String format,
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
