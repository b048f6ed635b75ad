package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.fault.ApiFault;
import org.mizani.fx.EnteredRate;
import org.mizani.fx.RateHistory;
import org.mizani.money.CurrencyUnit;
import org.mizani.web.PageSize;

/** {@code /operator/rates}: what rates are, were and will be. */
@Path("/operator/rates")
@Tag(name = "Operator")
public class OperatorRateResource {

  private static final PageSize PAGE_SIZE = new PageSize(50, 500);
  private static final String EXAMPLE = "{\"from\": \"USD\", \"to\": \"KES\", \"rate\": 129.5}";

  private final CurrentOperator operator;
  private final RateEntry entry;
  private final RateHistory history;
  private final RateCursors cursors;
  private final InstantSource clock;

  OperatorRateResource(
      CurrentOperator operator,
      RateEntry entry,
      RateHistory history,
      RateCursors cursors,
      InstantSource clock) {
    this.operator = operator;
    this.entry = entry;
    this.history = history;
    this.cursors = cursors;
    this.clock = clock;
  }

  /** A rate, and from when on. */
  @Schema(requiredProperties = {"from", "to", "rate", "effectiveFrom", "enteredAt"})
  public record RecordedRate(
      @Schema(description = "Source currency", examples = "USD") String from,
      @Schema(description = "Target currency", examples = "KES") String to,
      @Schema(description = "What 1 unit of `from` is in units of `to`", examples = "129.5")
          BigDecimal rate,
      @Schema(description = "From when on", examples = "2026-11-21T17:00:00Z")
          Instant effectiveFrom,
      @Schema(description = "When it was entered first", examples = "2026-11-21T09:30:12.345Z")
          Instant enteredAt) {

    private static RecordedRate of(EnteredRate rate) {
      return new RecordedRate(
          rate.from().name(),
          rate.to().name(),
          rate.rate(),
          rate.effectiveFrom(),
          rate.enteredAt().truncatedTo(ChronoUnit.MILLIS));
    }
  }

  /** Rates, the latest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = "items")
  public record RecordedRates(
      @Schema(description = "The latest first, those still to come included")
          List<RecordedRate> items,
      String nextCursor) {}

  /** Enters a rate. */
  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  @Operation(
      operationId = "enterRate",
      summary = "Enter a rate",
      description =
          "It is in force from `effectiveFrom` on, on all pods at that instant, until a later one"
              + " is. Without it, from the next 17:00 UTC on. A rate for the same pair and instant"
              + " is replaced as long as it is not in force yet. The inverse of a pair is a pair of"
              + " its own.")
  @APIResponse(
      responseCode = "200",
      description = "The rate as it was entered",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = RecordedRate.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  public Uni<RecordedRate> enter(
      @RequestBody(
              content = @Content(examples = @ExampleObject(name = "tomorrow", value = EXAMPLE)))
          RateForm form) {
    operator.get();
    if (form == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    return entry.enter(form.parsed(clock.instant())).map(RecordedRate::of);
  }

  /** All rates that were entered, the latest first. */
  @GET
  @Operation(
      operationId = "listRates",
      summary = "List rates",
      description =
          "The latest first, those still to come included: of each pair, the first one that is not"
              + " in the future is in force. To read on, ask with `cursor` set to the answer's"
              + " `nextCursor` and the same filters.")
  @APIResponse(
      responseCode = "200",
      description = "The rates; `nextCursor` only when there are more",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = RecordedRates.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  public Uni<RecordedRates> list(
      @Parameter(description = "Rates of this source currency only") @RestQuery String from,
      @Parameter(description = "Rates of this target currency only") @RestQuery String to,
      @Parameter(
              description = "How many items at most; more than 500 is cut to 500",
              schema = @Schema(type = SchemaType.INTEGER, minimum = "1", defaultValue = "50"))
          @RestQuery
          String limit,
      @Parameter(description = "The `nextCursor` of the page before") @RestQuery String cursor) {
    operator.get();
    Optional<CurrencyUnit> source = filter("from", from);
    Optional<CurrencyUnit> target = filter("to", to);
    int size = PAGE_SIZE.of(limit);
    String list = "operator/rates/" + source + "/" + target;
    return history
        .read(source, target, cursors.read(list, cursor), size + 1)
        .map(found -> page(list, found, size));
  }

  private RecordedRates page(String list, List<EnteredRate> found, int size) {
    boolean more = found.size() > size;
    List<EnteredRate> shown = more ? found.subList(0, size) : found;
    return new RecordedRates(
        shown.stream().map(RecordedRate::of).toList(),
        more ? cursors.write(list, shown.get(size - 1)) : null);
  }

  private static Optional<CurrencyUnit> filter(String field, String code) {
    return code == null || code.isBlank()
        ? Optional.empty()
        : Optional.of(RateForm.currency(field, code));
  }
}
