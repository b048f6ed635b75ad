package org.mizani.operator;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Multi;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestMulti;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.business.BusinessRegister;
import org.mizani.fault.ApiFault;
import org.mizani.ledger.Funds;
import org.mizani.ledger.Statement;
import org.mizani.ledger.Statement.Line;
import org.mizani.ledger.Statement.Query;
import org.mizani.ledger.Statements;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.StatementFormat.Header;
import org.mizani.web.ClosedSet;
import org.mizani.web.Fields;
import org.mizani.web.Moment;

/** {@code GET /operator/businesses/{businessId}/statement}: what happened to a wallet. */
@Path("/operator/businesses/{businessId}/statement")
@Tag(name = "Operator")
public class StatementResource {

  static final String CSV = "text/csv";

  private static final String JSON = "json";
  private static final ClosedSet FORMATS = ClosedSet.of(JSON, "csv");

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

  /** What a wallet held, or what a transfer changed, in major units. */
  @Schema(requiredProperties = {"available", "holding", "pending"})
  public record StatementBalance(
      @Schema(description = "Usable", examples = "992.09") BigDecimal available,
      @Schema(description = "Reserved for payouts under way", examples = "7.91") BigDecimal holding,
      @Schema(description = "On its way in", examples = "0") BigDecimal pending) {

    static StatementBalance of(Funds funds) {
      return new StatementBalance(
          funds.available().major(), funds.holding().major(), funds.pending().major());
    }
  }

  /** One transfer that touched the wallet; amounts in major units. */
  @Schema(requiredProperties = {"time", "kind", "reference", "subjectId", "change", "balance"})
  public record StatementLine(
      @Schema(description = "When it was made", examples = "2026-11-20T11:42:52.771Z") Instant time,
      @Schema(
              description =
                  "A payout's `hold`, then its `capture` and `fee`, or its `release`; a collection's"
                      + " `collect`; a `top_up`",
              enumeration = {"hold", "capture", "fee", "release", "collect", "top_up"})
          String kind,
      @Schema(
              description = "The payout's, collection's or top-up's reference; may be empty",
              examples = "invoice-1001")
          String reference,
      @Schema(
              description = "The payout's serviceReference or the collection's id; else null",
              nullable = true,
              examples = "01a1f8c4-3d57-7f8d-9593-ee3cb4b9b532")
          String subjectId,
      @Schema(description = "What it changed; below zero where it took away")
          StatementBalance change,
      @Schema(description = "What the wallet held after it") StatementBalance balance) {

    static StatementLine of(Line line) {
      return new StatementLine(
          line.time().truncatedTo(ChronoUnit.MILLIS),
          line.kind(),
          line.reference(),
          line.subject().map(UUID::toString).orElse(null),
          StatementBalance.of(line.change()),
          StatementBalance.of(line.balance()));
    }
  }

  /** A statement. */
  @Schema(
      requiredProperties = {
        "businessId",
        "currency",
        "purpose",
        "from",
        "to",
        "opening",
        "closing",
        "lines",
        "items"
      })
  public record StatementAnswer(
      @Schema(description = "The business", examples = "a8761c88-44ba-4c63-b785-3f84b7903210")
          String businessId,
      @Schema(description = "The wallet's currency", examples = "USD") String currency,
      @Schema(
              description = "The wallet's purpose",
              enumeration = {"payout", "collection"})
          String purpose,
      @Schema(description = "Start of the range", examples = "2026-11-01T00:00:00Z") String from,
      @Schema(description = "End of the range", examples = "2026-12-01T00:00:00Z") String to,
      @Schema(description = "What the wallet held before the range") StatementBalance opening,
      @Schema(description = "What it held at the end of the range") StatementBalance closing,
      @Schema(description = "How many lines there are", examples = "2") long lines,
      @Schema(description = "The lines, the oldest first") List<StatementLine> items) {}

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
        @Content(mediaType = CSV, schema = @Schema(implementation = String.class))
      })
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "WalletNotFound")
  public RestMulti<byte[]> read(
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
          String format) {
    return written(businessId, query(currency, purpose, from, to), formatOf(format));
  }

  /** The same as CSV: {@link StatementFormatFilter} leads here. */
  @GET
  @Produces(CSV)
  @Operation(hidden = true)
  public RestMulti<byte[]> readCsv(
      @RestPath String businessId,
      @RestQuery String currency,
      @RestQuery String purpose,
      @RestQuery String from,
      @RestQuery String to) {
    return written(businessId, query(currency, purpose, from, to), new StatementFormat.Csv());
  }

  /** A wallet and a range as they were asked for. */
  private record Asked(CurrencyUnit currency, WalletPurpose purpose, Moment from, Moment to) {

    Query of(long businessId) {
      return new Query(businessId, purpose, currency, from.inMicros(), to.inMicros());
    }
  }

  private Asked query(String currency, String purpose, String from, String to) {
    operator.get();
    CurrencyUnit unit =
        Fields.oneOf("currency", currency, CurrencyUnit.codes(), CurrencyUnit::find);
    WalletPurpose wallet = WalletPurposes.required(purpose);
    Moment start =
        Moment.find("from", from).orElseThrow(ApiFault.FROM_AND_TO_REQUIRED::asException);
    Moment end = Moment.find("to", to).orElseThrow(ApiFault.FROM_AND_TO_REQUIRED::asException);
    if (!start.instant().isBefore(end.instant())) {
      throw ApiFault.invalid("from must be before to").asException();
    }
    return new Asked(unit, wallet, start, end);
  }

  private RestMulti<byte[]> written(String businessId, Asked asked, StatementFormat format) {
    UUID id = PublicIds.business(businessId);
    Header header = new Header(id, asked.from().text(), asked.to().text());
    Multi<byte[]> document =
        register
            .read(id)
            .chain(business -> statements.sumUp(asked.of(business.id())))
            .onItem()
            .transformToMulti(statement -> document(format, header, statement));
    // Not as an array: it would get brackets around it, and commas between the pages. What is not
    // JSON gets none, but line feeds in their place if it were told the same.
    return RestMulti.fromMultiData(document)
        .encodeAsJsonArray(format instanceof StatementFormat.Csv)
        .header(HttpHeaders.CONTENT_TYPE, format.contentType())
        .build();
  }

  private Multi<byte[]> document(StatementFormat format, Header header, Statement statement) {
    return Multi.createBy()
        .concatenating()
        .streams(
            Multi.createFrom().item(() -> format.beginning(header, statement)),
            statements.lines(statement).map(format::lines),
            Multi.createFrom().item(() -> format.end(header, statement)));
  }

  private StatementFormat formatOf(String format) {
    FORMATS.required("format", Fields.optional("format", format).orElse(JSON));
    return new StatementFormat.Json(mapper);
  }
}
